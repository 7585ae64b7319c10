"""What outlives a request: answers that can be given again, keys that make a retry safe, batches in the background."""
