"""Judges of pairs that the local judge was unsure of."""
