"""The references' stores on real databases, on SQLAlchemy Core: one path, dialects differ only where an engine must."""
