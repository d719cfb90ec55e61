"""Acts of moderators in a season: their kinds by subject, and how they are done (`acting`)."""
