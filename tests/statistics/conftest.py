"""Fixtures for the tests of statistics: those of tables."""

from tests.tables.conftest import clock, kind, store, tables, url

__all__ = ["clock", "kind", "store", "tables", "url"]
