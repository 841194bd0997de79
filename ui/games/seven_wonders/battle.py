"""The conflicts at the end of an age of 7 Wonders, read off the tables before and after them."""

from typing import Any

from companion import words
from companion.games.seven_wonders.table import SevenWondersTable
from companion.games.tables import TableView
from companion.looks.faces import AGES
from companion.words.language import _
from ui.battle import Battle, Fought, Spoil, won
from ui.spoken import outcome


def fought(old: TableView, new: TableView, seq: int, _moves: list[dict[str, Any]]) -> Battle | None:
    """At the end of an age each city takes a token for each neighbour with another number of shields."""
    assert isinstance(old, SevenWondersTable)
    assert isinstance(new, SevenWondersTable)
    if new.age == old.age and new.finished == old.finished:
        return None
    fresh = [
        now.conflict_tokens[len(then.conflict_tokens) :]
        for then, now in zip(old.players, new.players, strict=True)
    ]  # fmt: skip
    values = sorted({value for tokens in fresh for value in tokens})
    shields = tuple(city.shields for city in new.players)
    spoils: list[Spoil] = []
    for winner, loser in won(shields) if values else ():
        spoils += [Spoil(winner, loser, values[-1]), Spoil(loser, winner, values[0])]
    return Battle(seq, shields, tuple(spoils), age=old.age)


def said(battle: Fought, table: TableView) -> tuple[str, str]:
    """The title and the line below."""
    assert isinstance(battle, Battle)
    prize = max((spoil.value for spoil in battle.spoils), default=0)
    loss = min((spoil.value for spoil in battle.spoils), default=0)
    hint = _("More shields than a neighbour: {won}. Fewer: {lost}.").format(won=f"+{prize}", lost=words.signed(loss))
    age = _("Conflicts at the end of age {age}").format(age=AGES[battle.age])
    return outcome(battle, table), f"{age}. {hint}" if prize else age
