"""Tests of the rules, written from the rulebooks and the rulings, not from the engine."""
