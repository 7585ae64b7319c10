"""The PostgreSQL that comes in a Python wheel: found, initialised, started and provisioned."""
