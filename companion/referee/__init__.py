"""The live table: weighs sightings against the rules, keeps the journal, asks people when unsure."""
