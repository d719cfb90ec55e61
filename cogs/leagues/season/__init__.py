"""/season: the commands of moderators for leagues, and the wizard for a season."""
