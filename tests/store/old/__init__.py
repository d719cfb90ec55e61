"""Databases written by earlier states of the program, and what those said about them."""
