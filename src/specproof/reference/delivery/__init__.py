"""What may happen to an outbox row and to a submission context, one step at a time."""
