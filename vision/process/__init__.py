"""The vision process: camera, watcher, link and watchdog put together."""
