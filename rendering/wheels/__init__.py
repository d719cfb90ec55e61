"""The wheels picture: calendar, cities with their workers, and what lies beside the gears."""
