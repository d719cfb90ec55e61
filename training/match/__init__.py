"""Matches of computer players against each other."""
