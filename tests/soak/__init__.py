"""The program as a process, for as long as somebody likes: killed again and again, or left to run
with many tables."""
