"""Tools of drawing: shapes, letters, light, encoding, the process, and every colour."""
