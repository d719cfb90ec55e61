"""Close-ups: one part of the board drawn large, with words."""
