"""The page "Score a game": a photograph in, what was read out; what a person makes of it in, the sheet out."""

import asyncio
from typing import Any, Final, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.exceptions import ClientException
from litestar.params import FromPath

from companion import words
from companion.board import telling
from companion.board.assets import score_labels, score_page
from companion.board.gate import UPLOAD, same_origin
from companion.board.readings import MOST_BYTES, Reading, Readings
from companion.board.sending import AnyRequest, language_of, sent
from companion.errors import Unusable
from companion.results.handing import FORMS
from companion.words.language import LANGUAGES, _, speaking

_LARGEST_TALE: Final = 64 << 10
"""Bytes of what a phone tells of a game: seven cities take 8,000."""
_UPLOAD: Final = 60.0
"""Seconds that a picture may take to come."""
_JSON: Final = "application/json"
Said = TypeVar("Said", telling.Filled, telling.AllShown)


def _refused(_request: AnyRequest, _error: Exception) -> Response[bytes]:
    """Strangers are told nothing but that it was not understood."""
    return Response(b"", status_code=400)


_UNUSABLE: Final[dict[int | type[Exception], Any]] = {Unusable: _refused, telling.Impossible: _refused}


def score_routes(readings: Readings) -> list[Any]:
    """The page, and what it fetches and sends."""
    return [*_filling_in(readings), *_photographs(readings), *_together(), *_sheets()]


def _filling_in(readings: Readings) -> list[Any]:
    """What there is to tell."""

    @get("/score")
    async def page(request: AnyRequest) -> Response[bytes]:
        return sent(request, score_page(language_of(request)))

    @get("/score/start")
    async def start(request: AnyRequest) -> Response[bytes]:
        with speaking(language_of(request)):
            return _said({
                "labels": score_labels(), "languages": LANGUAGES, "boxes": telling.boxes(), "most": MOST_BYTES,
                "box": readings.boxed,
            })  # fmt: skip

    @get("/score/of/{game:str}/{edition:int}")
    async def fields(request: AnyRequest, game: FromPath[str], edition: FromPath[int]) -> Response[bytes]:
        with speaking(language_of(request)):
            try:
                return _said(telling.asked(game, edition))
            except (Unusable, ValueError):
                return Response(b"", status_code=404)

    return [page, start, fields]


def _photographs(readings: Readings) -> list[Any]:
    """A picture comes, and how its reading stands."""

    @post(UPLOAD, request_max_body_size=MOST_BYTES + 1)
    async def upload(request: AnyRequest) -> Response[bytes]:
        if not _ours(request):
            return Response(b"", status_code=403)
        box = _box(request)
        if box is None:
            return Response(b"", status_code=404)
        address = request.client.host if request.client else ""
        with readings.place(address) as free:
            if not free:
                return _why(request, "busy", 503)
            try:
                async with asyncio.timeout(_UPLOAD):
                    picture = await _body(request, MOST_BYTES)
            except TimeoutError:
                return _why(request, "gave_up", 408)
        if picture is None:
            return _why(request, "too_long", 413)
        return _said({"name": readings.add(Reading(address, box.game, box.edition, picture))}, status=202)

    @get("/score/read/{name:str}")
    async def progress(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
        found = readings.progress(name)
        if found is None:
            return _why(request, "gave_up", 404)
        if found.why:
            return _why(request, found.why, 200)
        return _said(found)

    return [upload, progress]


def _sheets() -> list[Any]:
    """What was told, added up: one game at a time."""
    scoring = asyncio.Semaphore(1)

    @post("/score/sheet", exception_handlers=_UNUSABLE)
    async def sheet(request: AnyRequest) -> Response[bytes]:
        filled = await _told(request, telling.Filled)
        try:
            async with scoring:
                return _said(await asyncio.to_thread(_scored, filled, language_of(request)))
        except telling.Impossible as error:
            with speaking(language_of(request)):
                why = words.refusal(str(error), error.why)
                return _said({"error": _("The rules say: this cannot be so"), "detail": why})

    # A form's field and not a body of its own: so a browser opens what it is sent, or keeps it as a file.
    @post("/score/hand/{form:str}", exception_handlers=_UNUSABLE)
    async def hand(request: AnyRequest, form: FromPath[str]) -> Response[bytes]:
        wanted = next((known for known in FORMS if known == form), None)
        if wanted is None:
            raise Unusable(f"{form}: no form of a sheet")
        filled = await _told(request, telling.Filled, form=True)
        async with scoring:
            made = await asyncio.to_thread(telling.hand, filled, wanted, language_of(request))
        kept = {"cache-control": "no-store", "content-disposition": f'inline; filename="{made.name}"'}
        return Response(made.content, media_type=made.media, headers=kept)

    return [sheet, hand]


def _together() -> list[Any]:
    """What each of all cities says of the others."""

    @post("/score/elsewhere", exception_handlers=_UNUSABLE)
    async def elsewhere(request: AnyRequest) -> Response[bytes]:
        shown = await _told(request, telling.AllShown)
        return _said(await asyncio.to_thread(telling.elsewhere, shown))

    return [elsewhere]


def _box(request: AnyRequest) -> telling.Edition | None:
    """The game and edition that a picture is of; ``None``: there is no such."""
    wanted = request.query_params.get("game"), request.query_params.get("edition")
    return next((box for box in telling.boxes() if (box.game, str(box.edition)) == wanted), None)


def _scored(filled: telling.Filled, lang: str) -> telling.Tally:
    with speaking(lang):
        return telling.score(filled)


async def _told(request: AnyRequest, kind: type[Said], *, form: bool = False) -> Said:
    """What a phone tells, of this kind. Raises ``Unusable``: it cannot be understood, or is not from our own page."""
    body = await _body(request, _LARGEST_TALE) if _ours(request) else None
    if body is None:
        raise Unusable("not from the page, or too long")
    if form:
        # One field as ``text/plain``: nothing to be unquoted.
        _name, _equals, body = body.partition(b"=")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unusable(f"not understood: {error}") from error


async def _body(request: AnyRequest, most: int) -> bytes | None:
    """The body; ``None``: it is longer than that."""
    told = request.headers.get("content-length", "0")
    if not told.isdecimal() or int(told) > most:
        return None
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                return None
    except ClientException:
        return None
    return bytes(body)


def _why(request: AnyRequest, why: str, status: int) -> Response[bytes]:
    """Why a picture is not read, in one line of this phone's language."""
    with speaking(language_of(request)):
        lines = {
            "busy": _("The table is reading other pictures; try again in a minute"),
            "too_long": _("This picture is too large: {n} MB at most").format(n=MOST_BYTES // 1_000_000),
            "too_large": _("This picture has too many pixels: {n} million at most").format(n=64),
            "not_a_picture": _("This is not a picture that can be read: JPEG, PNG or HEIC"),
            "nothing_read": _("No card of this game can be read in it; take it from above, so that all is sharp"),
            "no_box": _("These cards are only known once their box is enrolled; fill in by hand"),
            "gave_up": _("This picture could not be read; take another one"),
        }
        return _said({"state": "done", "error": lines[why]}, status=status)


def _ours(request: AnyRequest) -> bool:
    return same_origin(request.headers.get("host", ""), request.headers.get("origin"))


def _said(what: Any, status: int = 200) -> Response[bytes]:
    return Response(
        msgspec.json.encode(what), media_type=_JSON, headers={"cache-control": "no-store"}, status_code=status
    )
