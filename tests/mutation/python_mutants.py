"""Every mutant of a Python module: one comparison, constant, condition, operator or statement.

Left alone is what plays no part in an answer: annotations, texts, decorators, whether a field is
given or shown, what only a type checker reads, and `assert_never`.  Numbers within a call of
`spend` say how much work something is; they are left alone, too.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import clagdsl

PACKAGE: Final = Path(clagdsl.__file__).parent
BOUNDS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.Eq),
    ast.LtE: (ast.Lt, ast.Eq),
    ast.Gt: (ast.GtE, ast.Eq),
    ast.GtE: (ast.Gt, ast.Eq),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
OTHER_CALL: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
NO_PART: Final = frozenset({"assert_never", "TypeVar", "cast", "super", "spend"})
"""What is called without a part in any answer, and how much work something is."""
SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class PythonMutant:
    """One change of one module; no two of a module have the same name."""

    path: str
    number: int
    """Which of the changes of its module."""
    line: int
    name: str

    @property
    def at_import(self) -> bool:
        """Whether it changes what a module does while it is imported."""
        owner = self.name.split(" | ")[1]
        inside = [part for part in owner.split(".") if not part.endswith("()")]
        return not any(part.strip("_")[:1].islower() for part in inside)


@dataclass(frozen=True, slots=True)
class _Change:
    owner: str
    kind: str
    line: int
    text: str
    make: Callable[[], None]


@cache
def mutants(path: str) -> tuple[PythonMutant, ...]:
    """Every mutant of a module of the package, in the order of its text."""
    seen: Counter[str] = Counter()
    found = []
    for number, change in enumerate(_changes(_tree(path))):
        name = f"{path} | {change.owner} | {change.kind} | {change.text}"
        seen[name] += 1
        if seen[name] > 1:
            name += f" | {seen[name]}"
        found.append(PythonMutant(path, number, change.line, name))
    return tuple(found)


def mutated(mutant: PythonMutant) -> ast.Module:
    """The module with the change made, its lines as they were."""
    tree = _tree(mutant.path)
    changes = list(_changes(tree))
    changes[mutant.number].make()
    return ast.fix_missing_locations(tree)


def _tree(path: str) -> ast.Module:
    return ast.parse((PACKAGE / path).read_text(encoding="utf-8"))


def _changes(tree: ast.Module) -> Iterator[_Change]:
    yield from sorted(_Walk().changes(tree), key=lambda change: change.line)


class _Walk:
    def __init__(self) -> None:
        self.owners: list[str] = []
        self.found: list[_Change] = []

    def changes(self, tree: ast.Module) -> list[_Change]:
        """Every change of a module."""
        self.body(tree, "body")
        return self.found

    def note(self, kind: str, node: ast.AST, text: str, make: Callable[[], None]) -> None:
        line: int = node.lineno  # type: ignore[attr-defined]
        self.found.append(_Change(".".join(self.owners) or "-", kind, line, text, make))

    def replace(
        self, kind: str, holder: ast.AST, field: str, index: int | None, other: ast.AST
    ) -> None:
        """Note that a node may be replaced by another one."""
        value = getattr(holder, field)
        node = value if index is None else value[index]
        around = holder if isinstance(node, ast.Constant) and isinstance(holder, ast.expr) else node
        before, after = _text(node), _text(other)
        text = f"{before} -> {after}" if around is node else f"{_text(around)}: {before} -> {after}"

        def make() -> None:
            ast.copy_location(other, node)
            if index is None:
                setattr(holder, field, other)
            else:
                getattr(holder, field)[index] = other

        self.note(kind, node, text, make)

    # --- statements -----------------------------------------------------------------------

    def body(self, holder: ast.AST, field: str) -> None:
        statements: list[ast.stmt] = getattr(holder, field)
        for index, statement in enumerate(statements):
            if index == 0 and isinstance(statement, ast.Expr) and _is_text(statement.value):
                continue
            self.statement(holder, field, index, statement)

    def statement(self, holder: ast.AST, field: str, index: int, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                if not isinstance(node, ast.ClassDef):
                    self.owners.append(f"{node.name}()")
                    self.arguments(node.args)
                    self.owners.pop()
                self.owners.append(node.name)
                self.body(node, "body")
                self.owners.pop()
                return
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Import() | ast.ImportFrom():
                return
            case ast.Assert() | ast.Raise(exc=ast.Call(func=ast.Name(id="AssertionError"))):
                return
            case ast.AnnAssign(annotation=annotation) if "TypeAlias" in _text(annotation):
                return
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar"))):
                return
        if self.owners and _may_be_removed(node, holder, field, index):
            self.replace("removed", holder, field, index, ast.Pass())
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                self.body(node, name)
            elif name == "test" and isinstance(value, ast.expr):
                self.condition(node, name)
            else:
                self.children(node, name, value)

    def arguments(self, node: ast.arguments) -> None:
        for field in ("defaults", "kw_defaults"):
            for index, value in enumerate(getattr(node, field)):
                if value is not None:
                    self.expression(node, field, index, value)

    # --- expressions ----------------------------------------------------------------------

    def children(self, node: ast.AST, field: str, value: object) -> None:
        if field in ("annotation", "returns", "decorator_list", "type_comment"):
            return
        if isinstance(value, list):
            for index, each in enumerate(value):
                self.child(node, field, index, each)
        else:
            self.child(node, field, None, value)

    def child(self, holder: ast.AST, field: str, index: int | None, value: object) -> None:
        match value:
            case ast.expr():
                self.expression(holder, field, index, value)
            case ast.ExceptHandler():
                self.body(value, "body")
            case ast.match_case():
                if value.guard is not None:
                    self.condition(value, "guard")
                self.body(value, "body")
            case ast.comprehension():
                self.expression(value, "iter", None, value.iter)
                for number in range(len(value.ifs)):
                    self.condition(value, "ifs", number)
            case ast.keyword(arg="init" | "repr"):  # who makes an object, and who looks at it
                return
            case ast.keyword() | ast.withitem():
                for name, inner in ast.iter_fields(value):
                    self.children(value, name, inner)

    def condition(self, holder: ast.AST, field: str, index: int | None = None) -> None:
        value = getattr(holder, field)
        test: ast.expr = value if index is None else value[index]
        single = isinstance(test, ast.Compare) and len(test.ops) == 1
        if not single or isinstance(test.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            self.replace("negated", holder, field, index, _negated(test))
        self.expression(holder, field, index, test)

    def expression(self, holder: ast.AST, field: str, index: int | None, node: ast.expr) -> None:
        match node:
            case ast.JoinedStr() | ast.Name() | ast.Attribute(value=ast.Name()):
                return
            case ast.Constant(value=bool(value)):
                self.replace("constant", holder, field, index, ast.Constant(not value))
                return
            case ast.Constant(value=int(value)):
                for other in (value + 1, value - 1):
                    self.replace("constant", holder, field, index, ast.Constant(other))
                return
            case ast.Constant():
                return
            case ast.Compare():
                for number, operator in enumerate(node.ops):
                    for kind in BOUNDS[type(operator)]:
                        other = copy.deepcopy(node)
                        other.ops[number] = kind()
                        self.replace("comparison", holder, field, index, other)
            case ast.BoolOp():
                other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
                changed = ast.BoolOp(other_op, copy.deepcopy(node.values))
                self.replace("and or", holder, field, index, changed)
            case ast.UnaryOp(op=ast.Not()):
                self.replace("not", holder, field, index, copy.deepcopy(node.operand))
            case ast.UnaryOp(op=ast.USub()) if not isinstance(node.operand, ast.Constant):
                self.replace("arithmetic", holder, field, index, copy.deepcopy(node.operand))
            case ast.BinOp() if type(node.op) in ARITHMETIC and not _is_text(node.left):
                changed_sum = copy.deepcopy(node)
                changed_sum.op = ARITHMETIC[type(node.op)]()
                self.replace("arithmetic", holder, field, index, changed_sum)
            case ast.IfExp():
                self.condition(node, "test")
                self.expression(node, "body", None, node.body)
                self.expression(node, "orelse", None, node.orelse)
                return
            case ast.Call(func=function, args=arguments):
                called = function.attr if isinstance(function, ast.Attribute) else _text(function)
                if called in NO_PART:
                    return
                if called in OTHER_CALL and isinstance(function, ast.Name):
                    changed_call = copy.deepcopy(node)
                    changed_call.func = ast.Name(OTHER_CALL[called], ast.Load())
                    self.replace("other call", holder, field, index, changed_call)
                if called == "isinstance":
                    self.expression(node, "args", 0, arguments[0])
                    return
            case ast.Subscript(value=ast.Name(id="Literal")):
                return
            case ast.Lambda():
                self.arguments(node.args)
                self.expression(node, "body", None, node.body)
                return
        for name, value in ast.iter_fields(node):
            self.children(node, name, value)


def _may_be_removed(node: ast.stmt, holder: ast.AST, field: str, index: int) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))) if name in NO_PART:
            return False
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="spend"))):
            return False
        case ast.Expr():
            return not _is_text(node.value)
        case ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break() | ast.Delete():
            return True
        case ast.Assign():
            return not isinstance(node.targets[0], ast.Name | ast.Tuple)
        case ast.Return():
            function = isinstance(holder, ast.FunctionDef) and field == "body"
            return not function or index + 1 < len(holder.body)
        case _:
            return False


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), copy.deepcopy(test.operand)))
    return ast.UnaryOp(ast.Not(), copy.deepcopy(test))


def _text(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
