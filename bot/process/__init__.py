"""The process: how it starts and stops, and processes of ours beside it."""
