"""What each act of a moderator comes to, for everybody who may ask for it and in every state."""
