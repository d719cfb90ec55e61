"""Training of the computers, which is not installed with the bot: self-play on the real engine,
learning, matches between generations and between levels."""
