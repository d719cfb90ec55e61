"""Tests of tables: lobbies, turns in preparation, confirmed turns, restarts, races."""
