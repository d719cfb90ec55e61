"""Tools for whoever runs the bot: backups, checks, and the needs of the machine."""
