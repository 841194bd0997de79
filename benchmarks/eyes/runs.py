"""One run: a method enrolled with one box and asked about views, in a process of its own."""

import multiprocessing
import resource
import statistics
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor

import cv2
import msgspec

from benchmarks.eyes import store
from benchmarks.eyes.baselines import LocalFeatures, NearestView, PerceptualHash
from benchmarks.eyes.boxes import cards
from benchmarks.eyes.figures import Calibration, Cell, Share, accepted, calibration, cell
from benchmarks.eyes.measure import Contender, ask
from benchmarks.eyes.store import Wanted
from vision.geometry.image import Image
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser

_BASELINES: dict[str, Callable[[Mapping[str, Image]], Contender]] = {
    "hash": lambda gallery: Contender(PerceptualHash(gallery)),
    "hog": lambda gallery: Contender(NearestView(gallery)),
    "orb": lambda gallery: Contender(LocalFeatures(gallery, sift=False), both_ways=False),
    "sift": lambda gallery: Contender(LocalFeatures(gallery, sift=True), both_ways=False),
}
METHODS = ("ours", *_BASELINES)
SLOW = frozenset({"orb", "sift"})
"""Asked about fewer views."""


class Plan(msgspec.Struct, frozen=True):
    """What is asked: ``count`` views a face at each level, ``strangers`` in all, ``frames`` of each scene."""

    enrolled: str
    asked: str
    method: str
    levels: tuple[int, ...]
    count: int
    strangers: int
    frames: int = 1
    seed: int = 1
    recipe: bool = False
    scan: bool = False


class Result(msgspec.Struct, frozen=True):
    """What came of a plan: figures by level; milliseconds a piece (CPU, both ways up); the process's peak MiB."""

    plan: Plan
    faces: int
    cells: dict[str, Cell]
    strangers: Share
    calibration: Calibration
    ms: float
    ms_p95: float
    peak_mib: float
    enrol_s: float | None


def run(plan: Plan) -> Result:
    """Carry out a plan in a fresh process, one core."""
    learned = None
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as child:
        # Learning and making views have their own memory; what is measured is a process that only opens the library.
        if plan.method == "ours":
            learned = child.submit(store.library, plan.enrolled, scan=plan.scan, seed=plan.seed).result()
        child.submit(_prepare, plan).result()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as child:
        return child.submit(_measure, plan, learned).result()


def _sets(plan: Plan) -> tuple[dict[int, Wanted], Wanted]:
    def wanted(level: int, count: int, *, strange: bool) -> Wanted:
        return Wanted(plan.asked, level, count, plan.seed, strange, plan.frames, plan.recipe)

    return {level: wanted(level, plan.count, strange=False) for level in plan.levels}, wanted(
        0, plan.strangers, strange=True
    )


def _prepare(plan: Plan) -> None:
    """Make the views that are not there yet."""
    cv2.setNumThreads(1)
    known, strange = _sets(plan)
    for wanted in [*known.values(), *([strange] if plan.strangers else [])]:
        for _ in store.stored(wanted):
            pass


def _contender(plan: Plan, learned: store.Learned | None) -> Contender:
    if learned:
        return Contender(LibraryRecogniser(Library.load(learned.path)))
    return _BASELINES[plan.method](store.enrolled(plan.enrolled, scan=plan.scan, seed=plan.seed))


def _measure(plan: Plan, learned: store.Learned | None) -> Result:
    cv2.setNumThreads(1)
    contender = _contender(plan, learned)
    known, strange = _sets(plan)
    only = frozenset(card.face for card in cards(plan.enrolled))
    strangers = list(ask(contender, store.stored(strange))) if plan.strangers else []
    answers = {level: list(ask(contender, store.stored(wanted), only)) for level, wanted in known.items()}
    everything = [answer for some in (*answers.values(), strangers) for answer in some]
    times = sorted(answer.ms for answer in everything)
    return Result(
        plan,
        len(only),
        {str(level): cell(some, strangers) for level, some in answers.items()},
        accepted(strangers),
        calibration(everything),
        statistics.fmean(times),
        times[int(0.95 * (len(times) - 1))],
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        learned.seconds if learned else None,
    )
