"""What a person may choose, and what all have chosen: tiles drawn large."""
