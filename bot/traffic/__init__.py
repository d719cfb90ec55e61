"""Requests to the bot: their order, their limits, and those delivered twice."""
