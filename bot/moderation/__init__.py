"""Acts of moderators: each has a reason, a second moderator where the server wants one, and an
entry in the audit log, written in the same transaction as its changes."""
