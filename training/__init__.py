"""The computers' making, no part of what is installed: self-play on the real engine, learning,
matches between generations and between levels."""
