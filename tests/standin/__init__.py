"""A stand-in for Discord on 127.0.0.1, and the real program as a process that speaks to it."""
