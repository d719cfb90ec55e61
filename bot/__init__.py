"""An unofficial Discord bot for Tzolk'in: The Mayan Calendar."""
