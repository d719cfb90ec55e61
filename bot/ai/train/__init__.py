"""Training of the net: self-play on the real engine, learning, matches between generations."""
