"""The state of the running bot: figures, health, and errors reported elsewhere."""
