"""Slash commands and buttons: Discord in, service call, Discord out. No rule of the game."""
