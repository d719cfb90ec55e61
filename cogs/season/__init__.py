"""The moderators' desk of leagues: /season."""
