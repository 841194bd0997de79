"""Single photographs, without history."""
