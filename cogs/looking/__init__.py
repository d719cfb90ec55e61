"""Looking at games: boards, close-ups, the log, replays, reviews, tiles and rules."""
