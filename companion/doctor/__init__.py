"""What `companion doctor` looks at."""
