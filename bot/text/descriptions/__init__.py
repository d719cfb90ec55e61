"""Descriptions: a position in words, and the alt texts of the pictures."""
