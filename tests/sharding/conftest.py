"""What the tests of several processes share: a database, and a clock."""

from tests.tables.conftest import clock, kind, store, url

__all__ = ["clock", "kind", "store", "url"]
