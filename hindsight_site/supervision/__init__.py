"""`serve`: one process in the foreground that starts the parts, watches them, and ends them."""
