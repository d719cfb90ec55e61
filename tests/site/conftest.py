"""Fixtures for the tests of web pages: a database of their own."""

from tests.tables.conftest import kind, store, url

__all__ = ["kind", "store", "url"]
