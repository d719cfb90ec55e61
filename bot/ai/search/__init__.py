"""Whole turns: what a seat may do, found by playing on in thought, and looking ahead over its own
turns."""
