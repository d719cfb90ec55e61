"""/moderate: moderators at a table, and the audit log."""
