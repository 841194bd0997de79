"""``companion hub``: the tournament side."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.commands.given import StateFolder
from companion.commands.shown import AsJson, print_json
from companion.errors import Unusable

app = typer.Typer(add_completion=False, help="Many tables, one truth: collect, pair, rank and show.")

_Database = Annotated[str, typer.Option("--database", help="postgresql://USER:PASSWORD@HOST/NAME; else SQLite.")]
_FIRST_PORT = 8490


@app.command()
def serve(
    *,
    listen: Annotated[str, typer.Option(help="HOST:PORT.")] = f"0.0.0.0:{_FIRST_PORT}",
    state: StateFolder = None,
    database: _Database = "",
    nats: Annotated[str, typer.Option(help="nats://HOST:4222; else the database carries the news.")] = "",
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes; more than one with PostgreSQL.")] = 1,
    public: Annotated[str, typer.Option(help="The address that people are given, where a proxy stands before.")] = "",
) -> int:
    """Serve a tournament: on a laptop with nothing else, or with PostgreSQL, NATS and many workers.

    Example: companion hub serve
    """
    # Imported here: the other commands need neither the server nor the database.
    from companion.board.address import reachable  # noqa: PLC0415
    from companion.hub.serve import prepare  # noqa: PLC0415
    from companion.hub.serve import serve as run  # noqa: PLC0415
    from companion.hub.store.database import url_of  # noqa: PLC0415
    from companion.hub.web.hub import Wish  # noqa: PLC0415

    host, _colon, port = listen.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise Unusable(f"--listen {listen!r}: not an address; HOST:PORT such as 0.0.0.0:{_FIRST_PORT}")
    folder = hub_folder(state)
    address = public.rstrip("/") or reachable(host, int(port))
    wish = Wish(url_of(database, folder), str(folder), address, nats, workers)
    token = prepare(wish)
    sys.stderr.write(f"companion hub: {address}/ for everybody; the organiser's own link: {address}/enter/{token}\n")
    run(wish, host, int(port))
    return 0


@app.command()
def migrate(
    *,
    database: _Database,
    workers: Annotated[str, typer.Option(help="The role that workers connect as; made where there is none.")] = "",
) -> int:
    """Bring a PostgreSQL database up to date, as its owner, and let workers add to it but change nothing that is kept.

    Example: companion hub migrate --database postgresql://owner@localhost/hub --workers companion_hub
    """
    from companion.hub.store.database import url_of  # noqa: PLC0415
    from companion.hub.store.migration import WORKERS  # noqa: PLC0415
    from companion.hub.store.migration import migrate as run  # noqa: PLC0415

    run(url_of(database, Path()), workers or WORKERS)
    return 0


@app.command()
def join(
    address: Annotated[str, typer.Argument(help="The address in the hub's QR code: https://hub.example/pair/k3x9…")],
    *,
    state: StateFolder = None,
) -> int:
    """Pair this table with a hub: from its next start on, the table's games go there.

    Example: companion hub join http://192.168.1.5:8490/pair/k3x9m2p7q4wz
    """
    from companion.run.plan import state_folder  # noqa: PLC0415
    from companion.uplink.paired import join as pair  # noqa: PLC0415

    kept = pair((state or state_folder(demo=False)).absolute(), address)
    print(f"{kept.name}: paired with {kept.hub} as table {kept.table}; the next companion run takes its games there")
    return 0


@app.command()
def code(
    *,
    number: Annotated[int, typer.Option(min=0, help="The table's number in the hall.")] = 0,
    name: Annotated[str, typer.Option(help="What it is called.")] = "",
    tournament: Annotated[str, typer.Option(help="Its name in addresses.")] = "",
    public: Annotated[str, typer.Option(help="The hub's address, as tables reach it.")] = "",
    state: StateFolder = None,
    database: _Database = "",
) -> int:
    """Print a code with which one table is paired, as a QR code and as an address; good once, for a quarter of an hour.

    Example: companion hub code --number 7
    """
    import segno  # noqa: PLC0415

    from companion.hub.console import code_for  # noqa: PLC0415
    from companion.hub.store.database import url_of  # noqa: PLC0415

    made = code_for(url_of(database, hub_folder(state)), number, name, tournament, public or f"http://{_here()}")
    segno.make(made.address, error="m").terminal(compact=True)
    print(f"on the table: companion hub join {made.address}")
    return 0


@app.command()
def verify(
    path: Annotated[Path, typer.Argument(metavar="BUNDLE", help="A tournament's bundle, as the hub hands it out.")],
    *,
    as_json: AsJson = False,
) -> int:
    """Check a tournament without a hub: nothing changed or missing, signed by its tables, results worked out anew.

    Example: companion hub verify spring-cup.companion.zip
    """
    from companion.hub.bundle.verifying import verify as examine  # noqa: PLC0415

    found = examine(path)
    told = found.contents
    if as_json:
        print_json(
            {
                "slug": told.slug, "sound": not found.troubles, "troubles": found.troubles, "acts": told.acts,
                "head": told.head, "games": len(told.games), "events": found.events, "results": found.results,
            }
        )  # fmt: skip
    elif not found.troubles:
        print(
            f"{told.name}: {told.acts} acts, {len(told.games)} games, {found.events} events, all as they were written"
        )
        print(f"{found.results} results worked out anew from the tables' journals; last act {told.head or '-'}")
    for trouble in () if as_json else found.troubles:
        sys.stderr.write(f"companion: {trouble}\n")
    return 1 if found.troubles else 0


@app.command()
def load(
    *,
    tables: Annotated[int, typer.Option(min=1, max=5000, help="So many at once.")] = 50,
    events: Annotated[int, typer.Option(min=1, help="Of each table; real games, played beforehand.")] = 200,
    rate: Annotated[float, typer.Option(min=0, help="Events a second of all; 0: as fast as receipts come.")] = 0.0,
    watchers: Annotated[int, typer.Option(min=0, max=1000, help="Pages that look on.")] = 2,
    hub: Annotated[str, typer.Option(help="Its address.")] = f"http://127.0.0.1:{_FIRST_PORT}",
    token: Annotated[str, typer.Option(help="An organiser's; else that of the hub in the state folder.")] = "",
    state: StateFolder = None,
    as_json: AsJson = False,
) -> int:
    """Play real games' events through a running hub, and measure; a tournament of its own is opened for it.

    Example: companion hub load --tables 500 --rate 3000
    """
    import asyncio  # noqa: PLC0415

    from companion.hub.load.measure import run  # noqa: PLC0415
    from companion.hub.load.running import Load  # noqa: PLC0415
    from companion.hub.serve import KEY  # noqa: PLC0415

    key = hub_folder(state) / KEY
    if not token and not key.is_file():
        raise Unusable(f"{key}: no organiser's token is here; start companion hub serve, or give --token")
    told = token or key.read_text(encoding="utf-8")
    try:
        found = asyncio.run(run(Load(hub, told, tables, events, rate, watchers)))
    except OSError as error:
        raise Unusable(f"{hub}: {error}; is companion hub serve running there?") from error
    if as_json:
        print_json(found)
    else:
        for name, value in found.items():
            print(f"{name:18} {value}")
    return 1 if found["lost"] or found["refused"] else 0


def _here() -> str:
    from companion.board.address import reachable  # noqa: PLC0415

    return reachable("0.0.0.0", _FIRST_PORT).removeprefix("http://")  # noqa: S104 - not bound


def hub_folder(state: Path | None) -> Path:
    """Where the hub keeps what is its own, unless somebody says otherwise."""
    from companion.run.plan import state_folder  # noqa: PLC0415

    return (state or state_folder(demo=False).with_name("hub")).absolute()
