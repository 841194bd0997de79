"""What is printed, and in which letters: fonts of our own, PDFs that are there whole or not at all."""
