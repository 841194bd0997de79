"""Events from tables: checked, then written once, with a receipt after the commit."""
