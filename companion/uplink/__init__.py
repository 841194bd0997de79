"""The tournament's outbox: what the journal holds and the hub has not, posted until the hub has it."""
