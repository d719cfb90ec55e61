"""The moderators' desk of tables: /moderate."""
