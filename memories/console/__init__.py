"""The console's pages about memories: who may see what, and one module for each page."""
