"""Statistics of finished games: counting them, and their figures as files."""
