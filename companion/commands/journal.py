"""``companion journal``: check a game's journal, read it, hand it on."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from companion.commands.shown import AsJson, print_json, print_sheet
from companion.errors import Unusable, not_written, one_of
from companion.referee.events import Event, digest
from companion.referee.journal.journal import Verdict
from companion.referee.journal.journal import verify as examine
from companion.referee.journal.signing import fingerprint
from companion.results.document import document
from companion.results.handing import FORMS, content
from companion.results.kept import Kept, journal_in, read, when
from companion.words import English
from companion.words.language import LANGUAGES

app = typer.Typer(add_completion=False, help="Check the hash chain; read a game; hand it on.")

_PATH = Annotated[Path, typer.Argument(help="A game's journal (game-0001.sqlite), or a state folder: its last game.")]


@app.command(help="Check that nothing is missing or changed.\n\nExample: companion journal verify game-0001.sqlite")
def verify(path: _PATH, *, as_json: AsJson = False) -> int:
    """0: every event is as it was written; 1: damaged, with one line saying what is intact."""
    verdict = examine(journal_in(path))
    trouble = verdict.trouble or ("" if verdict.events else f"{path}: holds no event")
    head = verdict.events[-1].seq if verdict.events else 0
    seal = digest(verdict.events[-1].record()) if verdict.events else ""
    if as_json:
        told = {"path": str(path), "intact": not trouble, "events": head, "trouble": trouble, "sha256": seal}
        signed = (
            None if verdict.signed is None else {"table": fingerprint(verdict.signed.key), "seq": verdict.signed.seq}
        )
        print_json({**told, "signed": signed})
    elif not trouble:
        print(f"{path}: {head} events, every one as it was written; SHA-256 {seal}; {_signer(verdict, head)}")
    else:
        sys.stderr.write(f"companion: {trouble}\n")
    return 1 if trouble else 0


def _signer(verdict: Verdict, head: int) -> str:
    if verdict.signed is None:
        return "not signed"
    upto = "" if verdict.signed.seq == head else f" up to event {verdict.signed.seq}"
    return f"signed by table {fingerprint(verdict.signed.key)}{upto}"


@app.command(help="Read a game: every event, then the score.\n\nExample: companion journal show game-0001.sqlite")
def show(path: _PATH, *, as_json: AsJson = False) -> int:
    """Print the intact events in order; 1 where the journal is damaged."""
    kept = read(journal_in(path))
    if as_json:
        print_json(document(kept))
    else:
        for event in kept.events:
            print(_line(event, kept))
        print_sheet(kept.sheet, kept.rules.NAME, kept.names)
    return _said(kept)


@app.command(
    help="Write a game for another program, or for a printer.\n\n"
    "Example: companion journal export game-0001.sqlite --format pdf --out sheet.pdf"
)
def export(
    path: _PATH,
    *,
    form: Annotated[str, typer.Option("--format", help=f"{', '.join(FORMS[:-1])} or {FORMS[-1]}.")] = "json",
    out: Annotated[Path | None, typer.Option(help="The file to write; without it, standard output.")] = None,
    language: Annotated[str, typer.Option(help=f"Of the printed sheet: {', '.join(LANGUAGES)}.")] = "en",
) -> int:
    """The moves and the sheet (json), a play for BG Stats (bgstats, link), a line a player (csv), or a sheet (pdf)."""
    known = one_of("--format", form, FORMS)
    one_of("--language", language, LANGUAGES)
    if known == "pdf" and out is None:
        raise Unusable("--format pdf: is written to a file; say which with --out sheet.pdf")
    kept = read(journal_in(path))
    written = content(kept, known, language)
    if out is None:
        sys.stdout.write(written.decode())
    else:
        _write(out, written)
    return _said(kept)


def _write(path: Path, written: bytes) -> None:
    try:
        path.write_bytes(written)
    except OSError as error:
        raise not_written(path, error, "choose another --out") from error


def _said(kept: Kept) -> int:
    if kept.trouble:
        sys.stderr.write(f"companion: {kept.trouble}\n")
    return 1 if kept.trouble else 0


def _line(event: Event, kept: Kept) -> str:
    undone = "  (taken back)" if event.seq in kept.fold.undone else ""
    body = msgspec.json.encode(event.draft.body).decode()
    english = English.at(kept.rules.NAME, kept.state)
    findings = "".join(f"\n       ! {english.line(finding.line)} ({finding.rule})" for finding in event.draft.found)
    return f"{event.seq:5} {when(event):%H:%M:%S} {event.draft.kind:10} {event.draft.by:6} {body}{undone}{findings}"
