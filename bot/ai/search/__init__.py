"""Search: finding whole turns by playing on in thought, and looking ahead over the seat's own
turns."""
