"""The referee on a socket: one protocol for screens, horn, vision and the dealer."""
