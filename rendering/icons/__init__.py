"""Small drawings of the game, and their combinations: icons, markers, tiles, lines of icons."""
