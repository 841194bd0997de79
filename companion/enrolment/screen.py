"""What the person at the terminal sees: the face wanted next, the list filling up, what was just taken.

On a terminal one picture that changes in place; elsewhere (a log, a pipe) one line for each thing that happens.
"""

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from companion.enrolment.checklist import Item
from companion.enrolment.session import Session, Told

if TYPE_CHECKING:
    from companion.games.vocabulary import Line

_LINES = 3
_KEYS = "  ".join(
    f"[b]{key}[/b] {does}"
    for key, does in (
        ("Enter", "take it anyway"),
        ("s", "skip"),
        ("b", "back"),
        ("r", "again"),
        ("n", "name"),
        ("e", "empty"),
        ("q", "stop"),
    )
)
_TYPING = "[b]Enter[/b] takes the first  [b]Escape[/b] leaves"
_TONES = {"good": "green", "doubt": "yellow", "plain": "dim"}
_FRAME_ROWS = 12


class Screen(Protocol):
    """Where a session is shown."""

    def tell(self, line: Told) -> None:
        """Something happened."""

    def show(self, session: Session) -> None:
        """The session as it is now."""

    def close(self) -> None:
        """Leave the terminal tidy."""


class PlainScreen:
    """One line for each thing that happens."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._asked: str | None = None
        self._strange: Line | None = None
        self._lines: list[Told] = []

    def tell(self, line: Told) -> None:
        """Kept until the next ``show``, which knows the counts."""
        self._lines.append(line)

    def show(self, session: Session) -> None:
        """Print what is new."""
        have, of = _count(session)
        for line in self._lines:
            mark = {"good": f"[{have}/{of}] taken: ", "doubt": "not taken: ", "plain": ""}[line.tone]
            self._print(mark + line.text)
        self._lines.clear()
        if session.strange and session.strange != self._strange:
            self._print(f"not taken: {session.said(session.strange)}")
        self._strange = session.strange
        wanted = session.state.wanted
        if wanted is not None and wanted != self._asked and not session.over:
            self._print(f"next: {session.name(wanted)} ({wanted})")
            self._asked = wanted

    def close(self) -> None:
        """Nothing to tidy."""

    def _print(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)


class LiveScreen:
    """One picture on the terminal, drawn anew when something changes."""

    def __init__(self, console: Console, box: str) -> None:
        self._console = console
        self._box = box
        self._lines: list[Told] = []
        # Nothing else is printed meanwhile, and the bell has to reach the terminal.
        self._live = Live(
            console=console,
            auto_refresh=False,
            transient=True,
            vertical_overflow="crop",
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()

    def tell(self, line: Told) -> None:
        """Shown at the foot of the picture, the latest last."""
        self._lines = [*self._lines, line][-_LINES:]

    def show(self, session: Session) -> None:
        """Draw the session."""
        if session.state.phase != "doubt":
            self._lines = [line for line in self._lines if line.tone != "doubt"]
        self._live.update(self.drawn(session), refresh=True)

    def close(self) -> None:
        """Take the picture away; what comes next is printed where it was."""
        self._live.stop()

    def drawn(self, session: Session) -> RenderableType:
        """The picture as something that rich prints."""
        parts = (
            Text(),
            _wanted(session),
            Text(),
            _groups(session),
            Text(),
            _faces(session, max(2, self._console.height - _FRAME_ROWS - len(_group_names(session)) - _LINES)),
            Text(),
            *(_told(line) for line in self._lines),
            *(Text() for _ in range(_LINES - len(self._lines))),
        )
        return Panel(
            Padding(Group(*parts), (0, 1)),
            title=f"[b]Enrolling {session.game.replace('_', ' ')}[/b] into {self._box}",
            title_align="left",
            subtitle=_KEYS if session.prompt is None else _TYPING,
            subtitle_align="left",
            border_style="cyan",
        )


def summary(session: Session) -> str:
    """One line on what was reached."""
    have, of = _count(session)
    left = of - have
    return f"{have} of {of} faces have a picture" + (f"; {left} to go whenever you like" if left else "")


def _count(session: Session) -> tuple[int, int]:
    return len(session.state.taken), len(session.state.faces)


def _wanted(session: Session) -> RenderableType:
    """The card wanted next, large enough to be read from the table, and what the camera makes of it."""
    if session.prompt is not None:
        lines = Text.assemble(("Which face?  ", "bold"), (session.prompt.typed, "bold cyan"), ("▏", "cyan"))
        offers = Text("a part of its name, or its id", style="dim", no_wrap=True, overflow="ellipsis")
        if session.prompt.offers:
            first, *others = (item.name for item in session.prompt.offers)
            offers = Text(first, style="bold cyan", no_wrap=True, overflow="ellipsis")
            offers.append("".join(f"   {name}" for name in others), style="not bold")
        return Group(lines, offers)
    wanted = session.state.wanted
    name = session.name(wanted) if wanted else "all done"
    title = Text.assemble(("▶  ", "cyan"), (name, "bold"), (f"   {wanted or ''}", "dim"))
    return Group(title, _doing(session))


def _doing(session: Session) -> Text:
    state = session.state
    if not session.desk.ready:
        return Text("   Clear the spot under the camera: what it looks like empty is learned", style="yellow")
    if session.strange:
        return Text(f"   {session.said(session.strange)}", style="yellow")
    if state.phase == "doubt":
        return Text("   See below: mend it, or press Enter to take it as it is", style="bold yellow")
    if state.phase == "lying":
        return Text("   ✔ Taken. Off with it, and lay this one", style="green")
    if session.desk.moving:
        return Text("   …", style="dim")
    return Text("   Lay it under the camera, its top away from you", style="dim")


def _groups(session: Session) -> RenderableType:
    """A bar for each group of faces, and how long it will take yet."""
    table = Table.grid(padding=(0, 2), expand=True)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(justify="right", no_wrap=True)
    have = Counter(item.group for item in session.items if item.face in session.state.taken)
    total = Counter(item.group for item in session.items)
    for group in _group_names(session):
        whole = have[group] == total[group]
        bar = ProgressBar(total=total[group], completed=have[group], complete_style="cyan", finished_style="green")
        count = Text(f"{have[group]}/{total[group]}", style="green" if whole else "")
        table.add_row(Text(group, style="" if have[group] else "dim"), bar, count)
    done, of = _count(session)
    table.add_row(Text("together", style="bold"), Text(_time(session), style="dim"), Text(f"{done}/{of}", style="bold"))
    return table


def _group_names(session: Session) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.group for item in session.items))


def _time(session: Session) -> str:
    passed = session.now - (session.now if session.started is None else session.started)
    text = f"{int(passed // 60)}:{int(passed % 60):02} so far"
    done, of = _count(session)
    skipped = len(session.state.skipped)
    if session.fresh >= 3:
        left = (of - done - skipped) * passed / session.fresh
        text += f", about {max(1, round(left / 60))} min to go" if left > 45 else ", nearly there"
    return text + (f", {skipped} left out" if skipped else "")


def _faces(session: Session, rows: int) -> RenderableType:
    """The faces of the group that is being laid, with a mark each; as many rows as there is room for."""
    wanted = session.state.wanted
    group = next((item.group for item in session.items if item.face == wanted), None)
    items = [item for item in session.items if item.group == group]
    if not items:
        return Text()
    width = 4 + max(len(item.name) for item in items)
    across = max(1, 76 // width)
    place = next(k for k, item in enumerate(items) if item.face == wanted)
    first = max(0, (place // across - rows // 2) * across)
    shown = items[first : first + rows * across]
    return Columns([_mark(session, item) for item in shown], width=width, padding=(0, 0))


def _mark(session: Session, item: Item) -> Text:
    state = session.state
    if item.face == state.wanted:
        return Text(f"▶ {item.name}", style="bold cyan", no_wrap=True)
    if item.face in state.taken:
        return Text(f"✔ {item.name}", style="green", no_wrap=True)
    if item.face in state.skipped:
        return Text(f"- {item.name}", style="yellow", no_wrap=True)
    return Text(f"· {item.name}", style="dim", no_wrap=True)


def _told(line: Told) -> Text:
    mark = {"good": "✔ ", "doubt": "! ", "plain": "  "}[line.tone]
    return Text(mark + line.text, style=_TONES[line.tone], no_wrap=True, overflow="ellipsis")
