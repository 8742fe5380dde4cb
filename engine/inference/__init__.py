"""Who played: the most probable seats of plays that nobody was seen to make; see `engine.inference.infer`."""
