"""The wheels picture: calendar, cities with their workers, and the panels beside the gears."""
