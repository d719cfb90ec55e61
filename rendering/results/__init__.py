"""Pictures of results: points of a game, standings, brackets and ratings of a league."""
