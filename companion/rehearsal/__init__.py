"""Games before the twin's camera, through the whole product; what was seen against what was played."""
