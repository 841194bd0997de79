"""A tournament as pure functions: who plays whom, what has been done, who stands where. No clock, no store."""
