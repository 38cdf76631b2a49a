"""What the three systems must do, as pure functions that read the law: no clock, no file but the law, no database."""
