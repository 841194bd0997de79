"""News between the hub's workers: who listens here hears what any worker says. Nothing durable is trusted to it."""
