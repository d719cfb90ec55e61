"""The process: its event loop, how it starts and stops, and processes of ours beside it."""
