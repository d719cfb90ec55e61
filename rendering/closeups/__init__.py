"""Close-ups: one thing of the table large, with words."""
