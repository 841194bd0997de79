"""What is printed on a game's pieces, as far as it can be read without pictures of them: told by the game, in mm."""

import msgspec


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's board. ``size``: width and height, mm.

    ``names``: by board, every spelling on its plate. ``plate``: where the right end of the plate's middle line lies,
    from the board's right and upper edge, mm; ``sign``: where the middle of the sun or moon lies, in the same way.
    ``disc``: where (shares of width and height) its own resource is printed, round as a coin.
    ``day``, ``night``: the sides with the sun and with the moon. ``stages``: by board and side (``name side``) the left
    edges of its stages as shares of its width.
    """

    size: tuple[float, float]
    names: dict[str, tuple[str, ...]]
    plate: tuple[float, float]
    sign: tuple[float, float]
    disc: tuple[float, float]
    day: str
    night: str
    stages: dict[str, tuple[float, ...]]


class Prints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be read of one edition of a game.

    ``names``: by language and card, every spelling. ``colors``: by card; ``bands``: by colour, that of the band around
    the name (CIE L*a*b*). ``once``: cards of one name, of which a city has one only, are told by the first.
    ``ribbon``: how long a name's bar is, mm. ``card``: how wide a card is, mm. ``coins``: by value the diameter (mm)
    and whether it is golden. ``victories``: by value how far (mm) the red square of its token reaches from corner to
    corner; ``defeat``: diameter (mm) of the red one.
    """

    names: dict[str, dict[str, tuple[str, ...]]]
    colors: dict[str, str]
    bands: dict[str, tuple[float, float, float]]
    once: dict[str, str]
    ribbon: float
    card: float
    ground: Ground
    coins: dict[int, tuple[float, bool]]
    victories: dict[int, float]
    defeat: float
