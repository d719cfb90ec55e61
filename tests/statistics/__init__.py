"""Tests of statistics: what is counted of games, sums of many, and the ratings of servers."""
