"""What belongs to a server: settings, the doctor, the greeting, about, backups."""
