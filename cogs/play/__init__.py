"""Taking a turn: the private panel, typed turns, plans, bids, clocks and requests."""
