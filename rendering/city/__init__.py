"""The city picture: temples, technologies, buildings and monuments."""
