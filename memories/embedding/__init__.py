"""From text to vectors, and what a cosine between two of them is worth."""
