"""The bodies of the ``companion`` subcommands, one module each; ``companion.cli`` mounts them."""
