"""Small drawings and what is put together from them: icons, markers, lines of icons."""
