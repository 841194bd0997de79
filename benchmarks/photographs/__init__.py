"""How well photographs of finished cities are read: real ones, spoilt in many ways."""
