"""Leagues as static web pages: files in a folder, which can be read without a server and without
scripts."""
