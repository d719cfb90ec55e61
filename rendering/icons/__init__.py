"""Small drawings of the game, and what is put together from them: icons, markers, tiles, lines of
icons."""
