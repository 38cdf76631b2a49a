"""How the fields of a flight change: from the bytes of a message to commands."""
