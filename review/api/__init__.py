"""The REST door to reviews and conflicts."""
