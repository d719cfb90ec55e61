"""Databases written by earlier versions of the program, and their answers about them."""
