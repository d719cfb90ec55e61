"""Acts of moderators in a season: their kinds by subject, and how to carry them out (`acting`)."""
