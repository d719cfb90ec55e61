"""Leagues for players: /league, and tables that open and are counted automatically."""
