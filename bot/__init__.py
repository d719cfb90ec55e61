"""An unofficial Discord bot for Tzolk'in: The Mayan Calendar."""

VERSION = "0.1.0"
