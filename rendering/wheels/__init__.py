"""The wheels picture: calendar, cities with their workers, and what is round them."""
