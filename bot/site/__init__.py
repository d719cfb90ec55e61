"""Leagues as static pages: files in a folder, to be read without a server and without script."""
