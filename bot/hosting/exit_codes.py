"""What the program tells the shell when it ends."""

EXIT_OK = 0
EXIT_FALSE = 1
"""What was checked does not hold."""
EXIT_UNREACHABLE = 1
"""What is needed cannot be reached now: trying again later may help."""
EXIT_SETTINGS = 2
"""A setting is missing or wrong, or what was asked cannot be done: trying again would not help."""
