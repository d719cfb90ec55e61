"""What whoever runs the bot does with it: backups, checks, and what the machine must have."""
