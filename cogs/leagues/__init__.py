"""Leagues for those who play: /league, and the tables that open and count themselves."""
