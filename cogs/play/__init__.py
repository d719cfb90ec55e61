"""Taking a turn: the private panel, typed turns, plans, clocks and requests."""
