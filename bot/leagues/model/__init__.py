"""Leagues: schedules, Swiss rounds, points, standings, ratings and seasons.

Pure and synchronous: no Discord, no SQL, no clock, and no chance but from seeds passed in. What
happens in a season is a list of events (`bot.leagues.model.events`); everything else is worked out
from it, so a standing can always be recomputed, and a correction is one more event.
"""
