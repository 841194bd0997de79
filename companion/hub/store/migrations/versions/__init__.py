"""Every change of the schema there ever was, oldest first."""
