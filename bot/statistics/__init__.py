"""Statistics of finished games: counting them, and the ratings of servers that follow."""
