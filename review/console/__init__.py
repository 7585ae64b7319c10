"""The console's pages about conflicts and reviews, and its frame."""
