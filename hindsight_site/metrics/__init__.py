"""What /metrics tells Prometheus: how long requests took in this host's web processes, and how the store stands."""
