"""How a game begins: the tutorial, the lobby and its options; and how one is given up."""
