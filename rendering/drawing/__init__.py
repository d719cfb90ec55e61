"""Tools of drawing: shapes, letters, light, colours, encoding; they know nothing of the game."""
