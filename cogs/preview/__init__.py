"""Trying the bot without Discord: the real bot on SimCord's local page."""
