"""What `Tables` offers, by subject; one class with all of it is in bot/tables/service.py."""
