"""Tools of drawing: shapes, letters, light, encoding, threads, and every colour."""
