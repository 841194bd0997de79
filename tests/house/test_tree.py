"""The house from outside: what lies where, how big it is, and what must never be in it."""

import ast
import re
import statistics
import tomllib
from pathlib import Path

import pytest

from tests.house.tree import ROOT, modules, parsed, texts, tracked

TOP = {
    *(
        ".ci",
        ".gitignore",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "Makefile",
        "README.md",
        "benchmarks",
        "companion",
    ),
    *("docs", "examples", "hw", "pyproject.toml", "requirements.lock", "systemd", "tests", "ui", "vision"),
}
LONGEST_MODULE = 450


def test_the_top_level_is_as_the_customer_drew_it() -> None:
    assert {path.parts[0] for path in tracked()} == TOP


def test_no_module_is_longer_than_one_can_read_and_most_are_short() -> None:
    lengths = {str(module): len((ROOT / module).read_text().splitlines()) for module in modules()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE} == {}
    assert statistics.median(lengths.values()) <= 150


def undocumented(body: list[ast.stmt], where: str) -> list[str]:
    found = []
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            if ast.get_docstring(node) is None and not overrides(node):
                found.append(f"{where}:{node.lineno}: {node.name}")
            if isinstance(node, ast.ClassDef):
                found += undocumented(node.body, where)
    return found


def overrides(node: ast.AST) -> bool:
    """Whether it is marked as another's method in new clothes, or an overload: that one's docstring speaks."""
    names = {getattr(item, "id", getattr(item, "attr", "")) for item in getattr(node, "decorator_list", [])}
    return bool(names & {"override", "overload", "setter"})


def test_every_public_name_says_what_it_is_for() -> None:
    missing = [str(module) for module in modules() if ast.get_docstring(parsed(module)) is None]
    missing += [name for module in modules() for name in undocumented(parsed(module).body, str(module))]
    assert missing == []


def test_the_product_never_looks_into_the_material_it_was_made_from() -> None:
    places = ("../shared", "/work/shared")
    assert [str(path) for path, text in texts() if path.parts[0] != "tests" and any(p in text for p in places)] == []


def test_no_address_of_a_package_registry_is_in_the_repository() -> None:
    words = re.compile(
        "|".join(
            ("pythonhos" + "ted", "pypi" + r"\.org", "index" + "-url", "trusted" + "-host", "artifact" + "registry")
        )
    )
    assert [str(path) for path, text in texts() if words.search(text)] == []
    assert "://" not in (ROOT / "requirements.lock").read_text()


def locked() -> dict[str, str]:
    names = re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    return dict(names)


def test_opencv_is_the_headless_one_whose_qt_cannot_fight_with_ours() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    opencvs = {re.split(r"[^\w.-]", name)[0] for name in [*wanted, *locked()] if name.startswith("opencv")}
    assert opencvs == {"opencv-python-headless"}


def test_the_lock_has_every_dependency_of_the_project_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = {
        re.split(r"[^\w.-]", name)[0].lower()
        for name in [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    }
    assert wanted - set(locked()) == set()
    entries = re.split(r"\n(?=[a-z0-9])", (ROOT / "requirements.lock").read_text().strip())
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE))


PROSE = [path for path in tracked() if path.suffix == ".md"]


@pytest.mark.parametrize("page", PROSE, ids=str)
def test_every_make_command_in_the_documents_exists(page: Path) -> None:
    said = set(re.findall(r"(?:^|`)make ([a-z-]+)", (ROOT / page).read_text(), re.MULTILINE))
    assert said - targets() == set()


@pytest.mark.parametrize("page", PROSE, ids=str)
def test_every_link_and_picture_in_the_documents_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", (ROOT / page).read_text())
    dead = [link for link in links if "://" not in link and not (ROOT / page.parent / link).exists()]
    assert dead == []


def test_make_help_names_every_target_that_a_person_would_want() -> None:
    inner = {"apt-run", "apt-test", "help", "lay-units"}
    listed = set(re.findall(r"make ([a-z-]+) ", (ROOT / "Makefile").read_text()))
    assert targets() - inner <= listed


def test_continuous_integration_does_nothing_but_make_test() -> None:
    lines = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if line and not line.startswith("#")]
    assert len(lines) == 1
    assert lines[0].endswith("exec make test")


def test_every_setting_in_the_environment_is_in_the_documents() -> None:
    prose = "".join((ROOT / page).read_text() for page in PROSE)
    named = {name for module in modules() for name in re.findall(r"\bCOMPANION_[A-Z_]+", (ROOT / module).read_text())}
    assert {name for name in named if name not in prose} == set()
