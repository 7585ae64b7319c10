"""The REST door under /api/v1/: each view authenticates, reads, makes one domain call, and answers."""
