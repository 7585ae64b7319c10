"""The REST door of sessions and trajectories."""
