"""Whatever is said is said in every language: what lacks, is doubtful or has lost a gap fails here.

``python -m tests.words.update`` brings the catalogues up to the sources; then only fill in what is empty.
"""

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from companion.words.language import CATALOGUES, KNOWN, TRANSLATED, catalogue
from tests.words.strings import Said, said
from tests.words.update import forms, string_of

ROOT = Path(__file__).parents[2]


def entries(code: str) -> dict[Said, Message]:
    return {string_of(message): message for message in catalogue(code) if message.id}


def gaps(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_string_is_in_every_language(code: str) -> None:
    there = {string for string, message in entries(code).items() if all(forms(message))}
    assert {string: where for string, where in said().items() if string not in there} == {}


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_catalogue_keeps_what_is_no_longer_said_or_is_doubtful(code: str) -> None:
    assert set(entries(code)) - set(said()) == set()
    assert not catalogue(code).obsolete
    assert [string for string, message in entries(code).items() if message.fuzzy] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_the_gaps_of_its_original(code: str) -> None:
    wrong = [
        (said.one, form)
        for said, message in entries(code).items()
        for form in forms(message)
        if gaps(form) != gaps(said.many or said.one)
    ]
    assert wrong == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_is_in_its_own_letters_and_quotation_marks(code: str) -> None:
    """No straight quotes, no hyphen for a dash, no Latin letter within a Cyrillic word nor the other way round."""
    wrong, latin = [], "A" in KNOWN[code].letters[0]
    for message in entries(code).values():
        for form in forms(message):
            kinds = [
                {"latin" if letter < "\u0250" else "cyrillic" for letter in word if letter.isalpha()}
                for word in form.replace("-", " ").split()
            ]
            mixed = any(len(kind) > 1 for kind in kinds)
            foreign = latin and any("cyrillic" in kind for kind in kinds)
            if mixed or foreign or set("\"'") & set(form) or " - " in form or "..." in form or form != form.strip():
                wrong.append(form)
    assert wrong == []


def literals(expression: str) -> Iterator[str]:
    """The strings that a line of kv may show as they are: not marked, not compared with, no argument."""
    try:
        nodes: list[ast.AST] = [ast.parse(expression.strip(), mode="eval").body]
    except SyntaxError:
        return
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Call):
            nodes.append(node.func)
        elif not isinstance(node, ast.Compare | ast.Subscript):
            nodes.extend(ast.iter_child_nodes(node))


def test_no_page_says_what_no_catalogue_has() -> None:
    """In kv and in the board's pages words stand only inside ``_()``; names of software are nobody's language."""
    shown = re.compile(r"^\s*(?:text|label|title|hint|about|says)\s*:(.*)$", re.MULTILINE)
    unmarked = {
        f"{path.name}: {text}"
        for path in ROOT.glob("ui/**/*.kv")
        for line in shown.findall(path.read_text(encoding="utf-8"))
        for text in literals(line)
        if re.search("[A-Za-z]{3}", text) and not text.startswith("Python, Kivy")
    }
    between = re.compile(r">([^<>$]*[A-Za-z]{3,}[^<>$]*)<")
    for path in ROOT.glob("companion/board/page/*.html"):
        unmarked |= {f"{path.name}: {text}" for text in between.findall(path.read_text(encoding="utf-8"))}
    assert unmarked == set()


def test_the_languages_are_really_different_ones() -> None:
    for code in TRANSLATED:
        same = [said.one for said, message in entries(code).items() if said.one in forms(message)]
        assert len(same) <= 30, (code, same)


def terms(code: str) -> dict[str, str]:
    """The rule texts' own terms, by patterns: how each is begun in this language, wherever it is said."""
    return dict(tomllib.loads((CATALOGUES / code / "terms.toml").read_text("utf-8")))


def test_every_language_has_the_same_terms() -> None:
    assert len({tuple(terms(code)) for code in TRANSLATED}) == 1


@pytest.mark.parametrize("code", TRANSLATED)
def test_one_word_stands_for_one_thing_the_rule_texts_own(code: str) -> None:
    strays = [
        (said.one, form)
        for said, message in entries(code).items()
        for english, term in terms(code).items()
        for form in forms(message)
        if re.search(english, re.sub(r"\{\w+\}", "", said.one), re.IGNORECASE)
        and not re.search(term, form, re.IGNORECASE)
    ]
    assert strays == []
