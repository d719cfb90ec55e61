"""How the running bot is: figures, health, and errors reported elsewhere."""
