"""The table in Home Assistant: over MQTT, found there by itself."""
