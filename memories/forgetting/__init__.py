"""Forget me: find, preview, erase, look again, prove it. Each kind of row has one named eraser."""
