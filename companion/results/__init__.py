"""What past games come to and how they are handed on: history, statistics, results as files and links."""
