"""Tables on disk, and notifications between processes."""
