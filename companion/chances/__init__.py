"""Each seat's chance to win, by playing on."""
