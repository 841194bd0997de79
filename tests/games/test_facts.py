"""The data files hold what the box holds."""

from typing import Any

import pytest

from companion.games.architects.rules.facts import COIN, FACTS, RESOURCES, SCIENCE
from tests.shared_facts import facts


@pytest.fixture
def shared() -> Any:
    return facts("architects")


def test_235_cards_in_eight_decks() -> None:
    assert {name: sum(deck) for name, deck in FACTS.decks.items()} == {
        **dict.fromkeys(FACTS.wonders, 25),
        "central": 60,
    }


def test_faces_that_the_payment_rules_rely_on_are_where_they_must_be() -> None:
    assert [card.color for card in FACTS.cards[: RESOURCES + 1]] == ["grey"] * 5 + ["yellow"]
    assert FACTS.cards[COIN].id == "coin"
    assert {FACTS.cards[place].id for place in SCIENCE} == {"compass", "tablet", "gear"}


def test_fifteen_progress_tokens_culture_twice() -> None:
    assert sum(token.copies for token in FACTS.progress_tokens.values()) == 15
    assert FACTS.progress_tokens["culture"].copies == 2


def test_decks_and_faces_are_the_shared_ones(shared: Any) -> None:
    for name, deck in shared["decks"].items():
        assert dict(zip(FACTS.index, FACTS.decks[name], strict=True)) == deck["cards"], name
    for card in FACTS.cards:
        face = shared["card_faces"][card.id]
        assert (card.color, card.vp, card.cat, card.shields, card.horns) == (
            face["color"],
            face.get("vp", 0),
            face.get("cat", False),
            face.get("shields", 0),
            face.get("horns", 0),
        )


def test_stages_are_the_shared_ones(shared: Any) -> None:
    for name, wonder in shared["wonders"].items():
        mine = FACTS.wonders[name]
        assert mine.effect == wonder["effect_id"]
        assert [(s.id, s.count, s.kind, s.vp, s.effect, list(s.requires)) for s in mine.stages] == [
            (s["id"], s["cost"]["count"], s["cost"]["kind"], s["vp"], s["effect"], s["requires"])
            for s in wonder["stages"]
        ]


def test_tokens_and_conflict_table_are_the_shared_ones(shared: Any) -> None:
    for token in shared["progress_tokens"]:
        mine = FACTS.progress_tokens[token["id"]]
        trigger = token.get("trigger", {})
        assert (mine.copies, mine.kind) == (token["copies"], token["kind"])
        assert (list(mine.on_cards), mine.on_build) == (trigger.get("take_card", []), trigger.get("build_stage", False))
    in_play = shared["tokens"]["conflict"]["in_play_by_players"]
    assert {str(players): count for players, count in FACTS.table.conflict_tokens.items()} == in_play
