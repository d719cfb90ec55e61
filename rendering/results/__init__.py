"""Pictures of results: points of a game, standings and ratings of a league."""
