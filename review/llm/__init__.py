"""Asking a language model: one client for whatever is asked, within the ledger of tokens."""
