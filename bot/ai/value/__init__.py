"""What a position is worth to a seat: certain points, and a small learned net for those to come."""
