"""What pages are made of: the basics, and larger things one a module."""
