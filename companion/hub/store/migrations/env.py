"""Alembic's way in: the connection comes from ``companion.hub.store.migration``."""

from alembic import context

from companion.hub.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
