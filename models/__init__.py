"""The trained networks, and all that makes them again."""
