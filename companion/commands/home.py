"""``companion home``: the table in Home Assistant."""

from typing import Annotated

import typer

from companion.commands.given import StateFolder

app = typer.Typer()


@app.command()
def home(
    address: Annotated[str, typer.Argument(help="mqtt://USER:PASSWORD@HOST:PORT; mqtts:// where it is encrypted.")],
    *,
    state: StateFolder = None,
) -> int:
    """Tell an MQTT broker of this table from its next start on; Home Assistant finds it there by itself.

    Example: companion home mqtt://table:secret@homeassistant.local
    """
    from companion.home.broker import keep  # noqa: PLC0415
    from companion.run.plan import state_folder  # noqa: PLC0415

    broker = keep((state or state_folder(demo=False)).absolute(), address)
    print(f"the next companion run tells {broker.host}:{broker.port} of this table")
    return 0
