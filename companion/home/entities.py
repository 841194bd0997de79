"""What Home Assistant is told: the entities of a table (MQTT discovery) and their states. Pure.

https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
"""

from typing import Any, Final, NamedTuple

import msgspec

from companion import __version__
from companion.api.protocol import CueMessage, View
from companion.words import game_title, player

_DISCOVERY: Final = "homeassistant"
"""The prefix that Home Assistant listens to unless it was told another."""
CUES: Final = ("horn", "battle", "turn", "question", "error", "end")


class Said(NamedTuple):
    """A message for the broker; ``retain``: whoever comes later is told it too."""

    topic: str
    body: bytes
    retain: bool = True


class State(msgspec.Struct, frozen=True):
    """A table at a glance. ``status``: ``waiting`` (no game), ``playing`` or ``over``; ``scores`` by player."""

    status: str
    game: str = ""
    turn: str = ""
    leader: str = ""
    scores: dict[str, int] = {}
    winners: tuple[str, ...] = ()
    question: str = "OFF"
    trouble: str = "OFF"


def topic(table: str, what: str) -> str:
    """Where a table says that."""
    return f"companion/{table}/{what}"


def discovery(table: str) -> tuple[Said, ...]:
    """What makes the entities appear, each one a retained message."""
    kinds: dict[tuple[str, str], dict[str, Any]] = {
        ("sensor", "status"): {
            "name": "Game", "value_template": "{{ value_json.status }}", "icon": "mdi:cards",
            "device_class": "enum", "options": ["waiting", "playing", "over"],
            "json_attributes_topic": topic(table, "state"),
        },
        ("sensor", "turn"): {
            "name": "To move", "value_template": "{{ value_json.turn }}", "icon": "mdi:account-arrow-right"
        },
        ("sensor", "leader"): {"name": "Leader", "value_template": "{{ value_json.leader }}", "icon": "mdi:crown"},
        ("binary_sensor", "question"): {
            "name": "Question", "value_template": "{{ value_json.question }}", "icon": "mdi:help-circle"
        },
        ("binary_sensor", "trouble"): {
            "name": "Camera", "value_template": "{{ value_json.trouble }}", "device_class": "problem"
        },
        ("event", "cue"): {"name": "Horn", "event_types": list(CUES), "icon": "mdi:bullhorn"},
    }  # fmt: skip
    device = {
        "identifiers": [f"companion_{table}"], "name": "Table", "model": "Companion", "sw_version": __version__,
        "manufacturer": "Companion",
    }  # fmt: skip
    return tuple(
        Said(
            f"{_DISCOVERY}/{kind}/companion_{table}/{what}/config",
            msgspec.json.encode(
                {
                    **told, "unique_id": f"companion_{table}_{what}", "object_id": f"companion_{what}",
                    "state_topic": topic(table, "cue" if kind == "event" else "state"),
                    "availability_topic": topic(table, "available"), "device": device,
                }
            ),
        )
        for (kind, what), told in kinds.items()
    )  # fmt: skip


def state(view: View) -> State:
    """A table as it stands, by what anybody may see."""
    trouble = "ON" if view.camera else "OFF"
    table = view.table
    if table is None:
        return State("waiting", trouble=trouble)
    scores = {player(table, seat.seat): seat.score for seat in table.players}
    return State(
        "over" if table.finished else "playing",
        game_title(view.game),
        "" if table.to_move is None or table.finished else player(table, table.to_move),
        max(scores, key=lambda name: scores[name]) if any(scores.values()) else "",
        scores,
        tuple(player(table, seat) for seat in table.winners),
        "ON" if view.question is not None else "OFF",
        trouble,
    )


def cue(table: str, heard: CueMessage) -> Said:
    """A sound, as an event: whoever comes later does not hear it."""
    return Said(
        topic(table, "cue"), msgspec.json.encode({"event_type": heard.name, "times": heard.times}), retain=False
    )
