"""Tests of what is asked of the bot."""
