"""The value of a position to a seat: its current score, and a learned net for later points."""
