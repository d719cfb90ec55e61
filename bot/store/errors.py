"""What can go wrong with the database and must be told apart."""


class StoreError(Exception):
    """The database cannot be used; the message is one sentence for whoever runs the bot."""


class ChangedMeanwhileError(Exception):
    """Somebody else changed what was read before it was written back; nothing was written."""


class ChannelBusyError(Exception):
    """The channel has an open table already."""
