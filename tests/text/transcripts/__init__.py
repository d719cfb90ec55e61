"""Games, a season and all refusals as they are read in each language; see README.md beside this."""
