"""What belongs to a person: profile, games, notifications, privacy, statistics."""
