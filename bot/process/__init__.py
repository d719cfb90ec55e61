"""The process of the program: its event loop, its end, and our other processes beside it."""
