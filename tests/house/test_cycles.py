"""No import goes round in a circle, imports for type checking included: what a module needs can be read before it."""

from pathlib import Path

import pytest

from tests.house.tree import ROOMS, ROOT, dotted, imports, modules


def graph(names: dict[str, Path]) -> dict[str, set[str]]:
    """Each module of ours to the modules of ours that it imports; ``from a import b`` is ``a.b`` where that is one."""
    return {
        name: {found for _, target in imports(path) if (found := _module(target, names)) and found != name}
        for name, path in names.items()
    }


def _module(target: str, names: dict[str, Path]) -> str:
    return next((name for name in (target, target.rpartition(".")[0]) if name in names), "")


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one module (Tarjan 1972, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []
    for root, targets in edges.items():
        work = [] if root in index else [(root, iter(sorted(targets)))]
        while work:
            node, rest = work[-1]
            if node not in index:
                index[node] = low[node] = len(index)
                stack.append(node)
            for target in rest:
                if target not in index:
                    work.append((target, iter(sorted(edges[target]))))
                    break
                if target in stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    circle = stack[stack.index(node) :]
                    del stack[stack.index(node) :]
                    found += [sorted(circle)] if len(circle) > 1 else []
    return found


def test_no_import_goes_round_in_a_circle() -> None:
    assert circles(graph({dotted(path): path for path in modules(*ROOMS)})) == []


@pytest.mark.parametrize(
    ("edges", "circle"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"c"}, "c": {"b"}}, [["b", "c"]]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}, [["a", "b", "c"]]),
    ],
)
def test_a_circle_would_be_found(edges: dict[str, set[str]], circle: list[list[str]]) -> None:
    assert circles(edges) == circle


def test_an_import_for_type_checking_counts() -> None:
    shell = ROOT / "tests/house/test_cycles.py"
    assert "pathlib.Path" in {name for _, name in imports(shell.relative_to(ROOT))}
