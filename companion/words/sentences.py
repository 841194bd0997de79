# ruff: noqa: RUF001 - a multiplication sign and a dash are what is meant
"""Pieces, moves and the referee's lines in the language of the screen."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.api.protocol import Audit, TableView
from companion.words.language import N_, _

_CARDS: Final = {
    "wood": N_("Wood"),
    "clay": N_("Clay"),
    "stone": N_("Stone"),
    "glass": N_("Glass"),
    "papyrus": N_("Papyrus"),
    "coin": N_("Coin"),
    "vp2_cat": N_("2 points + Cat"),
    "vp3": N_("3 points"),
    "compass": N_("Compass"),
    "tablet": N_("Tablet"),
    "gear": N_("Gear"),
    "shield_h0": N_("Shield"),
    "shield_h1": N_("Shield, 1 horn"),
    "shield_h2": N_("Shield, 2 horns"),
}
_TOKENS: Final = {
    "urbanism": N_("Urbanism"),
    "crafts": N_("Crafts"),
    "jewellery": N_("Jewellery"),
    "science": N_("Science"),
    "propaganda": N_("Propaganda"),
    "architecture": N_("Architecture"),
    "economy": N_("Economy"),
    "engineering": N_("Engineering"),
    "tactics": N_("Tactics"),
    "decor": N_("Decor"),
    "politics": N_("Politics"),
    "strategy": N_("Strategy"),
    "education": N_("Education"),
    "culture": N_("Culture"),
    "logistics": N_("Logistics"),
    "domestication": N_("Domestication"),
    "fortifications": N_("Fortifications"),
    "?": N_("not read yet"),
    "none": N_("no token"),
}
_WONDERS: Final = {
    "alexandria": N_("Alexandria"),
    "babylon": N_("Babylon"),
    "ephesus": N_("Ephesus"),
    "giza": N_("Giza"),
    "halicarnassus": N_("Halicarnassus"),
    "olympia": N_("Olympia"),
    "rhodes": N_("Rhodes"),
    "rome": N_("Rome"),
    "ur": N_("Ur"),
}
_MEDALS: Final = {
    "medal_3_blue": N_("3 blue cards"),
    "medal_3_green": N_("3 green cards"),
    "medal_3_grey": N_("3 grey cards"),
    "medal_3_red": N_("3 red cards"),
    "medal_4_colors": N_("Green, yellow, blue and red"),
    "medal_coin_cat_horn": N_("Yellow, blue with cat, red with horn"),
    "medal_7_cards": N_("7 cards"),
    "medal_3_stages": N_("3 stages"),
    "medal_2_stages_cat": N_("2 stages and the Cat"),
    "medal_2_progress": N_("2 progress tokens"),
    "medal_progress_military_cat": N_("Progress, victory and the Cat"),
    "medal_2_military_one_battle": N_("2 victories in one battle"),
    "?": N_("not read yet"),
}
_WHERE: Final = {"left": N_("on the left"), "right": N_("on the right"), "centre": N_("in the centre")}
_CATEGORIES: Final = {
    "stages": N_("Stages"),
    "cat": N_("Cat"),
    "blue": N_("Blue cards"),
    "military": N_("Victories"),
    "progress": N_("Progress"),
    "medals": N_("Medals"),
}
_SOURCES: Final = {
    "left": N_("Left deck"),
    "right": N_("Right deck"),
    "central": N_("Central deck"),
}
_FINDINGS: Final = {
    "no_such_seat": N_("no such seat"),
    "game_over": N_("the game has ended"),
    "out_of_turn": N_("out of turn"),
    "turn_not_finished": N_("something compulsory was left"),
    "take_first": N_("a turn begins with a card"),
    "extra_card": N_("a card too many"),
    "wrong_reason": N_("nothing gives this card"),
    "wrong_deck": N_("from a wrong deck"),
    "deck_empty": N_("that deck is empty"),
    "card_not_in_deck": N_("no such card is left there"),
    "wrong_wonder": N_("a stage of another wonder"),
    "already_built": N_("built already"),
    "stage_not_reachable": N_("a stage below is not built"),
    "card_not_there": N_("a card was spent that is not there"),
    "wrong_payment": N_("paid wrongly"),
    "payment_unknown": N_("which cards were spent?"),
    "token_spent": N_("the token is used already"),
    "coin_not_missing": N_("a coin where a grey card would do"),
    "wrong_set": N_("these symbols are no set"),
    "no_science_set": N_("a token without a set"),
    "token_not_face_up": N_("the token did not lie face up"),
    "token_not_in_stack": N_("the token cannot come from the stack"),
    "stack_empty": N_("the stack is empty"),
    "nothing_taken": N_("a set given for nothing"),
    "nothing_to_reveal": N_("no token is missing"),
    "build_forgotten": N_("a stage was not built"),
    "set_forgotten": N_("a science set was not turned in"),
    "stage_floating": N_("a stage stands on nothing"),
    "too_many_cards": N_("too many cards of this kind"),
    "too_many_tokens": N_("too many tokens of this kind"),
    "after_the_battle": N_("after the battle only medals are taken"),
    "no_medals": N_("this game has no medals"),
    "medal_not_there": N_("the medal does not lie there"),
    "medal_not_met": N_("the goal is not met"),
    "medal_late": N_("a medal taken too late"),
    "medal_forgotten": N_("a medal was not taken"),
    "nothing_face_down": N_("no card lies face down"),
}
_LINES: Final = (
    (r"take a card \(", N_("Take a card")),
    (r"no card is left to take", N_("No card is left: agree, then end the turn")),
    (r"build \w+_(?P<n>\d) with (?P<k>\d) different", N_("Build stage {n}: {k} different")),
    (r"build \w+_(?P<n>\d) with (?P<k>\d) identical", N_("Build stage {n}: {k} identical")),
    (r"turn in a science set", N_("Turn in a science set for a token")),
    (r"take the top card of any deck", N_("Take the top card of any deck")),
    (r"take a progress token", N_("Take a progress token")),
    (r"take the top card of the central", N_("Take the top central card")),
    (r"look at the top 5", N_("Look at 5 cards of a deck, keep 1")),
    (r"take the top card of the left", N_("Take the top card of the left deck")),
    (r"take the top card of the right", N_("Take the top card of the right deck")),
    (r"take the medal", N_("Take the medal")),
    (r"turn up the card", N_("Turn up the card that lies face down")),
    (r"take a card from before an opponent", N_("Take a card from an opponent")),
    (r"choose 1 of the 3 cards by the Cat", N_("Choose 1 of the 3 cards by the Cat")),
)
_WHY: Final = (
    (r"stage \w+_(?P<n>\d) is built", N_("Stage {n}")),
    (r"holds the Cat", N_("The Cat")),
    (r"(?P<n>\d+) x blue 2 with cat", N_("{n} × 2 points + Cat")),
    (r"(?P<n>\d+) x blue 3", N_("{n} × 3 points")),
    (r"(?P<n>\d+) military tokens? at (?P<k>\d+)", N_("Victory tokens: {n} × {k}")),
    (r"Decor: the wonder is complete", N_("Decor: wonder complete")),
    (r"Decor: the wonder is not", N_("Decor: wonder not complete")),
    (r"Politics: (?P<n>\d+)", N_("Politics: {n} cats on blue cards")),
    (r"Strategy: (?P<n>\d+)", N_("Strategy: {n} victory tokens")),
    (r"Education: (?P<n>\d+)", N_("Education: {n} progress tokens")),
    (r"Culture: (?P<n>\d+) of the (?P<k>\d+)", N_("Culture: {n} of {k}")),
    (r"Logistics: (?P<n>\d+)", N_("Logistics: {n} grey cards")),
    (r"(?P<n>\d+) medals?", N_("Medals: {n}")),
)


def stage_number(stage: str) -> str:
    """The number of a stage: ``giza_3`` is ``3``."""
    return stage.rpartition("_")[2]


def card(face: str) -> str:
    """A card's name."""
    return _(_CARDS.get(face, face))


def token(name: str) -> str:
    """A progress token's name."""
    return _(_TOKENS.get(name, name))


def wonder(name: str) -> str:
    """A wonder's city."""
    return _(_WONDERS.get(name, name))


def medal(name: str) -> str:
    """A medal, by its goal."""
    return _(_MEDALS.get(name, name))


def where(name: str) -> str:
    """Where a medal lies, as the player who takes it sees it."""
    return _(_WHERE.get(name, name))


def category(name: str) -> str:
    """A category of the score sheet."""
    return _(_CATEGORIES.get(name, name))


def finding(code: str, message: str) -> str:
    """What was irregular, in a few words; the rules' own message where we have none for this code."""
    return _(_FINDINGS[code]) if code in _FINDINGS else message


def source(name: str, table: TableView | None = None) -> str:
    """Where a card came from."""
    if name.startswith("holder:") and table is not None:
        return _("Deck of {player}").format(player=player(table, int(name[7:])))
    if name.startswith("city:") and table is not None:
        return _("Cards of {player}").format(player=player(table, int(name[5:])))
    return _(_SOURCES.get(name, name))


def player(table: TableView, seat: int) -> str:
    """A player's name; a player without one goes by the wonder, in the screen's language."""
    if not 0 <= seat < len(table.players):
        return str(seat)
    person = table.players[seat]
    return wonder(person.wonder) if person.name.lower() == person.wonder else person.name


def obligation(line: str) -> str:
    """What must be done now, from the referee's English line."""
    return _templated(_LINES, line)


def why(line: str) -> str:
    """Where points come from, from the rules' English line."""
    return _templated(_WHY, line)


def _templated(templates: Sequence[tuple[str, str]], line: str) -> str:
    """The translation of the template that fits; the line itself where none does (a newer referee speaks)."""
    for pattern, english in templates:
        match = re.match(pattern, line)
        if match:
            return _(english).format(**match.groupdict())
    return line


def spent(cards: Sequence[str]) -> str:
    """Cards that were spent, by name: equal ones counted."""
    names = dict.fromkeys(cards, 0)
    for face in cards:
        names[face] += 1
    return ", ".join(f"{count} × {card(face)}" if count > 1 else card(face) for face, count in names.items())


def move(body: Mapping[str, Any], table: TableView) -> tuple[str, str]:
    """A move in two lines: who did what, and with what or from where."""
    kind = body.get("move")
    who = player(table, body["seat"]) if "seat" in body else ""
    if kind == "take":
        reason = body.get("because")
        given = f" · {token(reason) if reason in _TOKENS else wonder(reason)}" if reason else ""
        return _("{player}: {what}").format(player=who, what=card(body["card"])), source(body["from"], table) + given
    if kind == "build":
        what = _("stage {n} built").format(n=stage_number(body["stage"]))
        return _("{player}: {what}").format(player=who, what=what), spent(body.get("spent", ()))
    if kind == "progress":
        place = _("from the stack") if body.get("from") == "stack" else _("face up")
        paid = spent(body.get("spent", ()))
        return (
            _("{player}: {what}").format(player=who, what=_("token {name}").format(name=token(body["token"]))),
            f"{place} · {paid}" if paid else place,
        )
    if kind == "reveal":
        return _("New token face up"), token(body["token"])
    if kind == "end_turn":
        return _("{player}: {what}").format(player=who, what=_("ends the turn")), ""
    return _medal_move(body, who, table)


def _medal_move(body: Mapping[str, Any], who: str, table: TableView) -> tuple[str, str]:
    """A move that only the expansion Medals has, in two lines."""
    kind = body.get("move")
    if kind == "medal":
        what = _("medal: {name}").format(name=medal(body["medal"]))
        return _("{player}: {what}").format(player=who, what=what), where(body["where"])
    if kind == "turn_up":
        what = _("turns up {name}").format(name=card(body["card"]))
        return _("{player}: {what}").format(player=who, what=what), ""
    if kind == "reveal_medal":
        return medal(body["medal"]), medal_place(body.get("left_of"), table)
    return str(kind), ""


def medal_place(left_of: int | None, table: TableView) -> str:
    """Where a medal lies, as everybody sees it."""
    return where("centre") if left_of is None else _("left of {player}").format(player=player(table, left_of))


def piece(face: str) -> str:
    """A piece by its face id (``architects/wood``)."""
    name = face.removeprefix("architects/")
    kind, _slash, rest = name.partition("/")
    if kind == "progress":
        return token(rest)
    if kind == "stage":
        stage, _slash, side = rest.partition("/")
        return _("stage {n}").format(n=stage_number(stage)) + (" ✓" if side == "built" else "")
    if kind == "token":
        return {"cat": _("Cat"), "conflict_peace": _("peace"), "conflict_battle": _("battle")}.get(rest, rest)
    return card(name)


def place(name: str, table: TableView) -> str:
    """A place on the table (``seat/2/city``)."""
    parts = name.split("/")
    zones = {
        "city": _("cards"), "wonder": _("wonder"), "progress": _("progress tokens"), "cat": _("Cat"),
        "conflict": _("conflict tokens"), "deck": _("Central deck"), "discard": _("Discard"),
    }  # fmt: skip
    if parts[0] == "seat":
        return f"{player(table, int(parts[1]))}: {zones.get(parts[2], parts[2])}"
    if parts[0] == "holder":
        return source(f"holder:{parts[1]}", table)
    return zones.get(parts[-1], name)


def audit(found: Audit, table: TableView) -> str:
    """Where table and record differ, in a line."""
    lies = ", ".join(piece(face) for face in found.lies) or "–"
    should = ", ".join(piece(face) for face in found.should) or "–"
    return _("{place}: lies {lies}, should lie {should}").format(
        place=place(found.place, table), lies=lies, should=should
    )


def spent_tokens(names: Sequence[str]) -> str:
    """Progress tokens, by name."""
    return ", ".join(token(name) for name in names)
