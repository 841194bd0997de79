"""Whether the camera still sees what it should: bumped, dark, blurred, dirty."""
