"""/health and /ready."""
