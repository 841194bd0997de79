"""The live table: takes commands and sightings, asks the rules, keeps the journal, asks people when unsure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from companion.errors import Unusable
from companion.games.catalogue import game_of
from companion.games.layout import Beside, Layout
from companion.games.tables import picture_of
from companion.games.vocabulary import Finding, InvalidSetup
from companion.games.watched import rules_of
from companion.referee.audit import audit, differences, health, untold
from companion.referee.boxfile import BoxFile
from companion.referee.fold import decided
from companion.referee.game import LiveGame, RefusedError, resume
from companion.referee.game_files import GameFiles
from companion.referee.inference.alternatives import alternatives
from companion.referee.joining import AsRead, as_read
from companion.referee.journal.journal import NotSavedError, OnlyReadError
from companion.referee.mending import mend
from companion.referee.messages import (
    Alternatives,
    Audit,
    ChancePoint,
    Chances,
    Command,
    CueMessage,
    Health,
    Judged,
    Part,
    PlaceTrouble,
    Reply,
    ToTable,
    View,
    why,
)
from companion.referee.player_names import unfit
from companion.referee.session import Session
from companion.referee.table_file import TableFile, layout_of
from companion.referee.view import log
from companion.referee.watching import watch, watch_for_mats
from vision.sighting import Pulse, Scene, Watch

_REMEMBERED = 1000
"""So many commands are known again by their id: far more than any screen has open."""
_Done = Callable[[Command], tuple[Finding, ...]]
"""Does what a command says; what is irregular about it."""


class Effects(msgspec.Struct, frozen=True):
    """The answer to the sender, sounds for all, and whether the view has changed."""

    reply: Reply | None = None
    cues: tuple[CueMessage, ...] = ()
    changed: bool = False


class Referee:
    """One table. ``handle`` one message at a time; what it answers is on disk (``companion.api.table.Table``).

    ``box``: what the owner has read off the box (not given: kept beside the games); what a set-up says goes there.
    """

    def __init__(self, files: GameFiles, box: BoxFile | None = None) -> None:
        self._files, self._box = files, box or BoxFile(files.folder.parent)
        self._table = TableFile(files.folder)
        self._session: Session | None = None
        self._done: dict[str, Reply] = {}
        self._parts: tuple[Part, ...] = ()
        self._chances: dict[int, ChancePoint] = {}
        self._trouble: Part | None = None
        self._camera = self._camera_code = ""
        self._pulsed = -1
        self._told: tuple[Any, ...] | None = None
        self._do: dict[str, _Done] = {
            "setup": self._set_up, "move": self._move, "answer": self._answer,
            "undo": self._undo, "correct": self._correct, "waive": self._waive, "join": self._join, "end": self._end,
        }  # fmt: skip
        self._resume()

    def handle(self, message: ToTable) -> Effects:
        """Take one message; nothing that it answers "done" to is ever lost."""
        if isinstance(message, Command):
            known = self._done.get(message.id)
            reply = known or self._command(message)
            self._told = None
            return Effects(reply, self._cues(), changed=known is None and reply.ok)
        before = self._told or self._shown()
        if isinstance(message, Health):
            self._parts = message.parts
        elif isinstance(message, Pulse):
            self._pulse(message)
        elif isinstance(message, Chances):
            self._weigh(message)
        else:
            self._scene(message)
        self._told = self._shown()
        return Effects(None, self._cues(), changed=self._told != before)

    def _cues(self) -> tuple[CueMessage, ...]:
        """What is to be heard, once."""
        if self._session is None:
            return ()
        cues, self._session.cues = tuple(self._session.cues), []
        return cues

    def view(self) -> View:
        """The whole picture now, hidden things too."""
        session, game = self._session, self._game
        if session is None or game is None:
            return View(0, "", None, None, (), self._health(), (), (), {}, self._camera, self._camera_code)
        joining, places = session.joining, self._places()
        shown = AsRead.of(game, joining) if joining else game
        sheet = game.rules.scores(shown.state)
        return View(
            seq=game.seq,
            game=game.rules.NAME,
            table=picture_of(game.rules.NAME).table(shown.state, sheet, over=shown.over),
            question=session.question,
            log=log(game.journal.events, game.fold),
            parts=self._health(),
            audits=self._audits(places),
            explain=sheet.explain,
            house_rules=msgspec.to_builtins(game.state.rules),
            camera=self._camera,
            camera_code=self._camera_code,
            chances=self._course,
            health=places,
            joining=joining,
        )

    @property
    def _course(self) -> tuple[ChancePoint, ...]:
        return tuple(self._chances[seq] for seq in sorted(self._chances))

    def alternatives(self, seq: object) -> Alternatives:
        """What may have happened instead of an event. Raises ``RefusedError``."""
        game = self._playing().game
        if not isinstance(seq, int) or not 1 <= seq <= game.seq:
            raise RefusedError("seq must be the number of an event")
        return alternatives(game.rules, game.fold.played, seq, game.journal.events[seq - 1].draft.evidence)

    def judged(self, body: Mapping[str, Any]) -> Judged:
        """What is irregular about a move that is only meant. Raises ``RefusedError``; ``ValueError`` for no move."""
        game = self._playing().game
        move = game.rules.parse_move(body.get("move"))
        states = (entry.before for entry in game.fold.played if entry.seq == body.get("seq"))
        return Judged(tuple(game.rules.judge(next(states, game.state), move)))

    def mend(self, body: Mapping[str, Any]) -> Alternatives:
        """Which event, corrected, makes the record agree with what lies in a place. Raises ``RefusedError``."""
        game, place = self._playing().game, body.get("place")
        if not isinstance(place, str):
            raise RefusedError("place must be the name of a place")
        events = game.journal.events
        return mend(game.rules, game.fold.played, lambda seq: events[seq - 1].draft.evidence, game.observed, place)

    def _shown(self) -> tuple[Any, ...]:
        """All that the view depends on: equal, and it has not changed."""
        question, places = self._session.question if self._session is not None else None, self._places()
        joining = self._session.joining if self._session is not None else ()
        return self._seq, question, self._health(), self._camera, self._audits(places), places, self._course, joining

    def _health(self) -> tuple[Part, ...]:
        trouble = _not_saved(OnlyReadError(self._files.folder)) if self._files.only_read else self._trouble
        return (*self._parts, trouble) if trouble is not None else self._parts

    def _audits(self, places: tuple[PlaceTrouble, ...]) -> tuple[Audit, ...]:
        game = self._compared
        if game is None or game.over:
            return ()
        left_out = untold(game.observed, game.rules.places(game.state))
        should = {place: what for place, what in game.in_place().items() if place not in left_out}
        return audit(game.observed, should, game.waived, places)

    @property
    def _compared(self) -> LiveGame | None:
        return self._session.compared if self._session is not None else None

    def _places(self) -> tuple[PlaceTrouble, ...]:
        game = self._compared
        if game is None or game.over:
            return ()
        found = health(game.observed, game.rules.places(game.state), game.expected(), game.rules.is_back)
        if not game.waived:
            return found
        right = {one.place for one in game.waived.intersection(differences(game.observed, game.in_place()))}
        return tuple(one for one in found if one.code == "unreadable" or one.place not in right)

    def watch(self) -> Watch:
        """The zones of the game being played."""
        game = self._game
        if game is None:
            return watch_for_mats()
        places = game.rules.places(game.state)
        return watch(game.rules.NAME, places, self._table.layout)

    def close(self) -> None:
        """Close the files; all is on disk already."""
        if self._game is not None:
            self._game.journal.close()
        self._files.close()

    def _resume(self) -> None:
        games = self._files.games()
        if not games:
            return
        game = resume(games[-1], self._files.signer)
        if game is None:
            return
        self._table.resume(games[-1])
        self._session = Session(game, self._beside)
        if game.journal.trouble:
            self._trouble = Part("journal", "down", game.journal.trouble, game.journal.why)
        for event in game.journal.events:
            if event.draft.command:
                self._done[event.draft.command] = Reply(event.draft.command, ok=True, seq=event.seq)

    # Commands

    def _command(self, command: Command) -> Reply:
        try:
            findings = self._do[command.do](command)
        except (RefusedError, InvalidSetup, Unusable, NotSavedError, ValueError) as error:
            if isinstance(error, NotSavedError):
                self._trouble = _not_saved(error)
            found = error.findings if isinstance(error, RefusedError) else ()
            return Reply(command.id, ok=False, seq=self._seq, error=str(error), findings=found, why=why(error))
        self._trouble = _not_saved(self._session.trouble if self._session is not None else None)
        reply = Reply(command.id, ok=True, seq=self._seq, findings=findings)
        self._done[command.id] = reply
        if len(self._done) > _REMEMBERED:
            del self._done[next(iter(self._done))]
        return reply

    @property
    def _game(self) -> LiveGame | None:
        return self._session.game if self._session is not None else None

    @property
    def _seq(self) -> int:
        return self._game.seq if self._game is not None else 0

    def _set_up(self, command: Command) -> tuple[Finding, ...]:
        game = self._game
        if game is not None and not game.over and game.fold.played:
            raise RefusedError("a game is being played; end it first", "game_running")
        if self._files.only_read:
            raise OnlyReadError(self._files.folder)
        layout = layout_of(command.body.get("layout"))
        self._begin({key: value for key, value in command.body.items() if key != "layout"}, layout, command.id)
        return ()

    def _begin(self, told: Mapping[str, Any], layout: Layout | None, command: str) -> Session:
        """A new game of what people have told, in the place of the one before."""
        game, rules = self._game, rules_of(game_of(told))
        body = self._box.completed(told)
        setup = rules.parse_setup(body)
        start = rules.begin(setup)
        # Only here: games that have been written down are read whatever their players are called.
        wrong = unfit(start.names)
        if wrong:
            raise RefusedError(wrong, "bad_name")
        # Asked about once: what somebody has said of the box is known from now on.
        self._box.keep(rules.NAME, getattr(setup, "box", {}))
        body = decided(rules, body, getattr(setup, "house_rules", None))
        journal = self._files.fresh()
        self._table.keep(journal, layout)
        fresh = Session(LiveGame.begin(journal, body, command, self._files.signer), self._beside)
        if self._session is not None and game is not None:
            # What the camera showed last still lies there.
            fresh.game.observed.seen.update(game.observed.seen)
            fresh.game.retold.last.update(game.retold.last)
            fresh.moving = self._session.moving
            game.journal.close()
        self._session, self._chances = fresh, {}
        return fresh

    @property
    def _beside(self) -> Sequence[Beside]:
        return self._table.layout.beside if self._table.layout is not None else ()

    def _join(self, command: Command) -> tuple[Finding, ...]:
        """The game that lies there goes on; or it has just begun."""
        session = self._playing()
        if not session.joining:
            raise RefusedError("nothing lies there that was played before", "nothing_differs")
        if "cities" not in command.body:
            session.begins_now(command.id)
            return ()
        cities = msgspec.convert(command.body["cities"], tuple[dict[str, dict[str, int]], ...])
        told = as_read(session.game, cities, msgspec.convert(command.body.get("first"), int | None))
        fresh = self._begin(told, self._table.layout, command.id)
        fresh.game.joins()
        return ()

    def _playing(self) -> Session:
        if self._session is None:
            raise RefusedError("no game is set up yet", "no_game")
        return self._session

    def _move(self, command: Command) -> tuple[Finding, ...]:
        bodies = command.body.get("moves", [command.body])
        return self._playing().by_finger(bodies, command.id)

    def _answer(self, command: Command) -> tuple[Finding, ...]:
        return self._playing().answer(command.body, command.id)

    def _undo(self, command: Command) -> tuple[Finding, ...]:
        seq, since = command.body.get("seq"), command.body.get("since")
        if not isinstance(seq, int | None) or not isinstance(since, int | None):
            raise RefusedError("seq or since must be the number of an event")
        session = self._playing()
        if since is not None:
            session.game.rewind(since, command.id)
        else:
            session.game.undo(seq, command.id)
        session.close_questions()
        return ()

    def _correct(self, command: Command) -> tuple[Finding, ...]:
        session, seq = self._playing(), command.body.get("seq")
        game = session.game
        if not isinstance(seq, int):
            raise RefusedError("seq must be the number of an event")
        game.correct(seq, game.rules.parse_move(command.body.get("move")), command.id)
        session.close_questions()
        found = next((entry.findings for entry in game.fold.played if entry.seq == game.seq), ())
        return tuple(found)

    def _waive(self, command: Command) -> tuple[Finding, ...]:
        session, place = self._playing(), command.body.get("place")
        found = next((one for one in self._audits(self._places()) if one.place == place), None)
        if found is None:
            raise RefusedError("nothing differs there", "nothing_differs")
        session.game.waive_difference(found, command.id)
        session.look()
        return ()

    def _end(self, command: Command) -> tuple[Finding, ...]:
        session = self._playing()
        if session.game.fold.closed:
            raise RefusedError("the game has been ended already", "ended_already")
        session.game.close(command.id)
        session.close_questions()
        return ()

    # What the camera shows

    def _scene(self, scene: Scene) -> None:
        if self._session is not None:
            game = self._session.game
            self._session.saw(game.retold.scene(scene, game.rules.places(game.state)))
            self._trouble = _not_saved(self._session.trouble)

    def _weigh(self, told: Chances) -> None:
        """Chances of another game than this one (it was set up while they were worked out) are not wanted."""
        game = self._game
        if game is not None:
            points = (p for p in told.points if 1 <= p.seq <= game.seq and len(p.chances) == game.state.players)
            self._chances.update((point.seq, point) for point in points)

    def _pulse(self, pulse: Pulse) -> None:
        self._camera, self._camera_code = pulse.trouble, pulse.code
        if self._session is not None:
            observed = self._session.game.observed
            self._session.moving = pulse.moving
            # A camera that gives no more frames (a recording's end) does not stop the clock.
            observed.exposed = max(pulse.exposed, observed.exposed + (pulse.frame == self._pulsed))
            self._pulsed = pulse.frame
            self._session.look(closely=True)
            self._trouble = _not_saved(self._session.trouble)


def _not_saved(error: NotSavedError | None) -> Part | None:
    """The journal's health where it did not take an event."""
    return None if error is None else Part("journal", "down", str(error), why(error))
