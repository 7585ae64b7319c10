"""The write gate: each step of SPEC 3 is a named function in a file of its own, in one clear order."""
