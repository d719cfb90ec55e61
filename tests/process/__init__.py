"""Tests of how the program starts and stops."""
