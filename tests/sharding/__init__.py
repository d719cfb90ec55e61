"""Tests of several processes that share the servers."""
