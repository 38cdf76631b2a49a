"""Real database servers: found, started, identified and stopped. The only room that knows drivers and containers."""
