"""Every page by its name."""

from companion.games.catalogue import packages
from ui.catalogue import part
from ui.page import Page
from ui.screens.about import AboutPage
from ui.screens.battle import BattlePage
from ui.screens.box import BoxPage
from ui.screens.camera import CameraPage
from ui.screens.chances import ChancesPage
from ui.screens.compose import ComposePage
from ui.screens.confirm import ConfirmPage
from ui.screens.enrolment import EnrolmentPage
from ui.screens.event import EventPage
from ui.screens.health import HealthPage
from ui.screens.history import HistoryPage
from ui.screens.home import HomePage
from ui.screens.house import HousePage
from ui.screens.log import LogPage
from ui.screens.moves import MovesPage
from ui.screens.name import NamePage
from ui.screens.phones import PhonesPage
from ui.screens.points import PointsPage
from ui.screens.question import QuestionPage
from ui.screens.result import ResultPage
from ui.screens.seat import SeatPage
from ui.screens.seats import SeatsPage
from ui.screens.settings import SettingsPage
from ui.screens.sheet import SheetPage
from ui.screens.statistics import StatisticsPage
from ui.screens.table import TablePage
from ui.screens.tokens import TokensPage

PAGES: dict[str, type[Page]] = {
    "home": HomePage,
    "seats": SeatsPage,
    "name": NamePage,
    "tokens": TokensPage,
    "house": HousePage,
    "table": TablePage,
    "seat": SeatPage,
    "moves": MovesPage,
    "compose": ComposePage,
    "question": QuestionPage,
    "battle": BattlePage,
    "log": LogPage,
    "sheet": SheetPage,
    "points": PointsPage,
    "event": EventPage,
    "history": HistoryPage,
    "phones": PhonesPage,
    "chances": ChancesPage,
    "result": ResultPage,
    "statistics": StatisticsPage,
    "health": HealthPage,
    "camera": CameraPage,
    "box": BoxPage,
    "enrolment": EnrolmentPage,
    "settings": SettingsPage,
    "about": AboutPage,
    "confirm": ConfirmPage,
} | {name: page for game in packages() for name, page in part(game, "pages").PAGES.items()}
"""Pages are made when they are first gone to."""
