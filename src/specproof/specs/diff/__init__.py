"""What changed between two states of the law, and whether it breaks those who keep to it."""
