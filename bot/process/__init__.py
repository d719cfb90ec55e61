"""The process: its event loop, its stopping, and our other processes beside it."""
