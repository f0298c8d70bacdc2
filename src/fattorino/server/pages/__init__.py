"""HTML pages, and their updatable fragments."""
