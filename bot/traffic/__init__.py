"""What is asked of the bot: whose turn it is to be answered, how much one may ask for, and what
comes twice."""
