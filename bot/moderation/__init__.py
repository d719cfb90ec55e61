"""Acts of moderators: a reason for each, a second moderator where the server wants one, and an
entry in the audit log in the same transaction as what the act changes.
"""
