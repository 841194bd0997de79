"""The tournament's hub: many tables, one truth.

Each table is sovereign: its journal is the truth, and it plays on without a network. The hub collects, pairs, ranks and
shows. The plan of it:

- ``store/``: the database. ``schema`` (SQLAlchemy Core tables), ``database`` (opened, migrated, append-only by grant in
  PostgreSQL and by trigger in SQLite), ``migrations/`` (Alembic: a change of the schema is a file there),
  ``acts``: what was done in a tournament, its truth as a journal is a game's: append (``acts.add``) and fold;
- ``ingest/``: batches of events from tables. ``checking`` (pure: chain, hashes, signature, what is new), ``taking``
  (one transaction; the receipt is given after its commit). What is bad goes into quarantine with its reason;
- ``bus/``: news between workers: in this process, by PostgreSQL's LISTEN/NOTIFY, or over NATS. Nothing durable is
  trusted to it: who misses news looks into the database;
- ``web/``: ``app.application`` makes the ASGI application out of routes; ``access`` (who asks: organiser, arbiter,
  player, spectator), ``uplink`` (what tables post), ``data`` (open data: JSON, OpenAPI), ``live`` (news);
- ``hooks``: webhooks, signed;
- ``event/``: the tournament itself, pure functions: formats, pairings, standings, rulings;
- ``pages/``: the desk and the public pages. ``pages.ROUTES`` are Litestar's handlers, which the application takes up;
- ``bundle/``: a tournament as one file, and ``companion hub verify`` for it, which needs no network;
- ``load/``: ``companion hub load``: real games' events through real workers.

A handler asks for ``hub: Hub`` and gets the database and the bus (``web.app``); for ``actor: Actor`` and gets who asks.
"""
