"""Small changes of a module, one at a time: what mutmut's operators make of each expression of it.

Left out, because no test of behaviour can or need tell: annotations, docstrings, decorators (the sizes of caches),
``__all__``, the ``strict`` of a ``zip`` (it only asserts), and the inside of texts for people (texts with a blank in
them). That such a text is there at all counts.
"""

from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import libcst as cst
import libcst.matchers as m
from libcst.metadata import (
    CodePosition,
    CodeRange,
    MetadataWrapper,
    PositionProvider,
    WhitespaceInclusivePositionProvider,
)
from mutmut.mutation.file_mutation import NEVER_MUTATE_FUNCTION_CALLS
from mutmut.mutation.mutators import mutation_operators


class Mutant(NamedTuple):
    """One change: the text from ``start`` to ``end`` is ``after`` instead.

    ``scope``: the function or method it lies in; empty: what is done while the module is loaded.
    """

    path: Path
    line: int
    number: int
    scope: str
    start: int
    end: int
    after: str

    @property
    def name(self) -> str:
        """Module, line and number, as lists of survivors name it."""
        return f"{self.path}:{self.line}#{self.number}"

    def applied(self, source: str) -> str:
        """The whole module, changed."""
        return source[: self.start] + self.after + source[self.end :]

    def shown(self, source: str) -> tuple[str, str]:
        """The lines that it is in, before and after, each as one line."""
        first = source.rfind("\n", 0, self.start) + 1
        last = source.find("\n", self.end) if "\n" in source[self.end :] else len(source)
        before, after = source[first:last], source[first : self.start] + self.after + source[self.end : last]
        return " ".join(before.split()), " ".join(after.split())


class _Visitor(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider, WhitespaceInclusivePositionProvider)

    def __init__(self, path: Path, source: str, module: cst.Module) -> None:
        super().__init__()
        self.found: list[Mutant] = []
        self._path, self._module = path, module
        self._starts = (0, *accumulate(len(line) for line in source.splitlines(keepends=True)))
        self._classes: list[str] = []
        self._function: cst.FunctionDef | None = None
        self._in_body = False
        self._numbers: dict[int, int] = {}

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _without_behaviour(node):
            return False
        if self._function is None and isinstance(node, cst.ClassDef):
            self._classes.append(node.name.value)
        elif self._function is None and isinstance(node, cst.FunctionDef):
            self._function = node
        elif self._function is not None and node is self._function.body:
            self._in_body = True
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for changed in operator(node):
                    if not _only_asserts_less(node, changed):
                        self._add(node, changed)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if original_node is self._function:
            self._function, self._in_body = None, False
        elif self._function is None and isinstance(original_node, cst.ClassDef):
            self._classes.pop()

    def _add(self, node: cst.CSTNode, changed: cst.CSTNode) -> None:
        span = self.get_metadata(WhitespaceInclusivePositionProvider, node)
        line = self.get_metadata(PositionProvider, node).start.line
        assert isinstance(span, CodeRange)
        self._numbers[line] = number = self._numbers.get(line, 0) + 1
        scope = [*self._classes, self._function.name.value] if self._function and self._in_body else []
        start, end = self._offset(span.start), self._offset(span.end)
        code = self._module.code_for_node(changed)
        self.found.append(Mutant(self._path, line, number, ".".join(scope), start, end, code))

    def _offset(self, position: CodePosition) -> int:
        return self._starts[position.line - 1] + position.column


def _only_asserts_less(node: cst.CSTNode, changed: cst.CSTNode) -> bool:
    """Whether it is a ``zip`` of the same things, no longer strict."""
    if not (isinstance(node, cst.Call) and isinstance(changed, cst.Call) and m.matches(node.func, m.Name("zip"))):
        return False
    before, after = (
        [arg.value for arg in call.args if not m.matches(arg, m.Arg(keyword=m.Name("strict")))]
        for call in (node, changed)
    )
    return before == after


def _without_behaviour(node: cst.CSTNode) -> bool:
    if m.matches(node, m.Arg(keyword=m.Name("strict"), value=m.Name("True"))):
        return True
    if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
        return True
    if isinstance(node, cst.SimpleString):
        return " " in node.value
    if isinstance(node, cst.Call):
        return isinstance(node.func, cst.Name) and node.func.value in NEVER_MUTATE_FUNCTION_CALLS
    if isinstance(node, cst.Assign) and isinstance(node.targets[0].target, cst.Name):
        return node.targets[0].target.value == "__all__"
    return False


def mutants(path: Path, source: str) -> list[Mutant]:
    """Every mutant of a module."""
    wrapper = MetadataWrapper(cst.parse_module(source))
    visitor = _Visitor(path, source, wrapper.module)
    wrapper.visit(visitor)
    return [mutant for mutant in visitor.found if source[mutant.start : mutant.end] != mutant.after]


def is_python(mutant: Mutant, source: str) -> bool:
    """Whether the module can still be read as Python with this change (the few that cannot are no mutants)."""
    try:
        compile(mutant.applied(source), mutant.name, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True
