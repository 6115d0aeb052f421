# SPDX-License-Identifier: GPL-2.0-or-later
"""Compiles scripts as Python 1.5 did: made-up .pyc files for the tests.

Written after the documentation of Python 1.5.2 (Library Reference, "dis" and "marshal"; Include/opcode.h), and apart from
the reader that is tested. Only what hardpoint scripts, ship scripts and species tables are made of is compiled; everything
else raises NotImplementedError.
"""

import ast
import struct

MAGIC = struct.pack("<H", 20121) + b"\r\n"
OPCODES = {
    "POP_TOP": 1, "ROT_TWO": 2, "ROT_THREE": 3, "DUP_TOP": 4, "UNARY_POSITIVE": 10, "UNARY_NEGATIVE": 11, "UNARY_NOT": 12,
    "UNARY_INVERT": 15, "BINARY_POWER": 19, "BINARY_MULTIPLY": 20, "BINARY_DIVIDE": 21, "BINARY_MODULO": 22,
    "BINARY_ADD": 23, "BINARY_SUBTRACT": 24, "BINARY_SUBSCR": 25, "SLICE": 30, "STORE_SUBSCR": 60, "DELETE_SUBSCR": 61,
    "BINARY_LSHIFT": 62, "BINARY_RSHIFT": 63, "BINARY_AND": 64, "BINARY_XOR": 65, "BINARY_OR": 66, "PRINT_ITEM": 71,
    "PRINT_NEWLINE": 72, "BREAK_LOOP": 80, "LOAD_LOCALS": 82, "RETURN_VALUE": 83, "POP_BLOCK": 87, "END_FINALLY": 88,
    "BUILD_CLASS": 89, "STORE_NAME": 90, "DELETE_NAME": 91, "UNPACK_TUPLE": 92, "STORE_ATTR": 95, "STORE_GLOBAL": 97,
    "LOAD_CONST": 100, "LOAD_NAME": 101, "BUILD_TUPLE": 102, "BUILD_LIST": 103, "BUILD_MAP": 104, "LOAD_ATTR": 105,
    "COMPARE_OP": 106, "IMPORT_NAME": 107, "IMPORT_FROM": 108, "JUMP_FORWARD": 110, "JUMP_IF_FALSE": 111,
    "JUMP_IF_TRUE": 112, "JUMP_ABSOLUTE": 113, "FOR_LOOP": 114, "LOAD_GLOBAL": 116, "SETUP_LOOP": 120, "SETUP_EXCEPT": 121,
    "SETUP_FINALLY": 122, "LOAD_FAST": 124, "STORE_FAST": 125, "SET_LINENO": 127, "RAISE_VARARGS": 130,
    "CALL_FUNCTION": 131, "MAKE_FUNCTION": 132}
BINARY = {ast.Mult: "MULTIPLY", ast.Div: "DIVIDE", ast.Mod: "MODULO", ast.Add: "ADD", ast.Sub: "SUBTRACT",
          ast.Pow: "POWER", ast.LShift: "LSHIFT", ast.RShift: "RSHIFT", ast.BitAnd: "AND", ast.BitXor: "XOR",
          ast.BitOr: "OR"}
UNARY = {ast.UAdd: "POSITIVE", ast.USub: "NEGATIVE", ast.Not: "NOT", ast.Invert: "INVERT"}
COMPARE = [ast.Lt, ast.LtE, ast.Eq, ast.NotEq, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot]


class Code:
    """The code of a module, function or class while it is made."""

    def __init__(self, name, parameters=(), function=False, line=1):
        self.name, self.function, self.line = name, function, line
        self.parameters, self.variables = len(parameters), list(parameters)
        self.bytes, self.constants, self.names, self.globals = bytearray(), [], [], set()

    def emit(self, operation, argument=None):
        self.bytes.append(OPCODES[operation])
        if argument is not None:
            self.bytes += struct.pack("<H", argument)

    def jump(self, operation):
        """A jump forward to a place that land() tells."""
        self.emit(operation, 0)
        return len(self.bytes)

    def land(self, start):
        self.bytes[start - 2:start] = struct.pack("<H", len(self.bytes) - start)

    def number_of(self, what, among):
        for number, other in enumerate(among):
            if type(other) is type(what) and other == what:
                return number
        among.append(what)
        return len(among) - 1

    def constant(self, value):
        self.emit("LOAD_CONST", self.number_of(value, self.constants))

    def store(self, name):
        if self.function and name not in self.globals:
            self.emit("STORE_FAST", self.number_of(name, self.variables))
        else:
            self.emit("STORE_GLOBAL" if name in self.globals else "STORE_NAME", self.number_of(name, self.names))

    def load(self, name):
        if self.function and name in self.variables:
            self.emit("LOAD_FAST", self.variables.index(name))
        else:
            self.emit("LOAD_GLOBAL" if self.function else "LOAD_NAME", self.number_of(name, self.names))


class Compiler:
    """One method for each kind of node, called by the node's name."""

    def __init__(self, tree):
        self.code = Code("?")
        self.loops = []
        self.block(tree.body)
        self.end()

    def end(self):
        self.code.constant(None)
        self.code.emit("RETURN_VALUE")

    def node(self, node):
        method = getattr(self, type(node).__name__, None)
        if method is None:
            raise NotImplementedError(type(node).__name__)
        method(node)

    def block(self, nodes):
        for node in nodes:
            self.code.emit("SET_LINENO", node.lineno)
            self.node(node)

    def within(self, code, work):
        """Does the work in other code, which is then a constant of this one."""
        outer, self.code = self.code, code
        work()
        self.code = outer
        self.code.constant(code)

    # ---- statements ----

    def Expr(self, node):
        self.node(node.value)
        self.code.emit("POP_TOP")

    def Pass(self, node):
        pass

    def Global(self, node):
        self.code.globals.update(node.names)

    def Assign(self, node):
        self.node(node.value)
        for number, target in enumerate(node.targets):
            if number + 1 < len(node.targets):
                self.code.emit("DUP_TOP")
            self.assign(target)

    def assign(self, target):
        code = self.code
        if isinstance(target, ast.Name):
            code.store(target.id)
        elif isinstance(target, ast.Attribute):
            self.node(target.value)
            code.emit("STORE_ATTR", code.number_of(target.attr, code.names))
        elif isinstance(target, ast.Subscript):
            self.node(target.value)
            self.node(target.slice)
            code.emit("STORE_SUBSCR")
        elif isinstance(target, (ast.Tuple, ast.List)):
            code.emit("UNPACK_TUPLE", len(target.elts))
            for item in target.elts:
                self.assign(item)
        else:
            raise NotImplementedError(type(target).__name__)

    def Import(self, node):
        for name in node.names:
            self.code.emit("IMPORT_NAME", self.code.number_of(name.name, self.code.names))
            self.code.store(name.name.split(".")[0])

    def ImportFrom(self, node):
        self.code.emit("IMPORT_NAME", self.code.number_of(node.module, self.code.names))
        for name in node.names:
            self.code.emit("IMPORT_FROM", self.code.number_of(name.name, self.code.names))
        self.code.emit("POP_TOP")

    def If(self, node):
        self.node(node.test)
        otherwise = self.code.jump("JUMP_IF_FALSE")
        self.code.emit("POP_TOP")
        self.block(node.body)
        end = self.code.jump("JUMP_FORWARD")
        self.code.land(otherwise)
        self.code.emit("POP_TOP")
        self.block(node.orelse)
        self.code.land(end)

    def For(self, node):
        code = self.code
        end = code.jump("SETUP_LOOP")
        self.node(node.iter)
        code.constant(0)
        self.loops.append(len(code.bytes))
        code.emit("SET_LINENO", node.lineno)
        done = code.jump("FOR_LOOP")
        self.assign(node.target)
        self.block(node.body)
        code.emit("JUMP_ABSOLUTE", self.loops.pop())
        code.land(done)
        code.emit("POP_BLOCK")
        self.block(node.orelse)
        code.land(end)

    def Break(self, node):
        self.code.emit("BREAK_LOOP")

    def Continue(self, node):
        self.code.emit("JUMP_ABSOLUTE", self.loops[-1])

    def Try(self, node):
        if node.finalbody or node.orelse or len(node.handlers) != 1 or node.handlers[0].type:
            raise NotImplementedError("try")
        handler = self.code.jump("SETUP_EXCEPT")
        self.block(node.body)
        self.code.emit("POP_BLOCK")
        end = self.code.jump("JUMP_FORWARD")
        self.code.land(handler)
        for _ in range(3):
            self.code.emit("POP_TOP")
        self.block(node.handlers[0].body)
        done = self.code.jump("JUMP_FORWARD")
        self.code.emit("END_FINALLY")
        self.code.land(end)
        self.code.land(done)

    def Raise(self, node):
        self.node(node.exc)
        self.code.emit("RAISE_VARARGS", 1)

    def Return(self, node):
        if node.value:
            self.node(node.value)
        else:
            self.code.constant(None)
        self.code.emit("RETURN_VALUE")

    def FunctionDef(self, node):
        given = node.args
        if given.vararg or given.kwarg or given.kwonlyargs:
            raise NotImplementedError("*")
        for default in given.defaults:
            self.node(default)
        self.within(Code(node.name, [arg.arg for arg in given.args], True, node.lineno),
                    lambda: (self.block(node.body), self.end()))
        self.code.emit("MAKE_FUNCTION", len(given.defaults))
        self.code.store(node.name)

    def ClassDef(self, node):
        self.code.constant(node.name)
        for base in node.bases:
            self.node(base)
        self.code.emit("BUILD_TUPLE", len(node.bases))
        self.within(Code(node.name, line=node.lineno),
                    lambda: (self.block(node.body), self.code.emit("LOAD_LOCALS"), self.code.emit("RETURN_VALUE")))
        self.code.emit("MAKE_FUNCTION", 0)
        self.code.emit("CALL_FUNCTION", 0)
        self.code.emit("BUILD_CLASS")
        self.code.store(node.name)

    # ---- expressions ----

    def Constant(self, node):
        if not isinstance(node.value, (int, float, str, type(None))) or isinstance(node.value, bool):
            raise NotImplementedError(repr(node.value))
        if node.value is None:
            self.code.load("None")      # a name like any other in this Python
        else:
            self.code.constant(node.value)

    def Name(self, node):
        self.code.load(node.id)

    def Attribute(self, node):
        self.node(node.value)
        self.code.emit("LOAD_ATTR", self.code.number_of(node.attr, self.code.names))

    def Subscript(self, node):
        self.node(node.value)
        if isinstance(node.slice, ast.Slice):
            parts = [node.slice.lower, node.slice.upper]
            for part in parts:
                if part:
                    self.node(part)
            self.code.emit("SLICE")
            self.code.bytes[-1] += bool(parts[0]) + 2 * bool(parts[1])
        else:
            self.node(node.slice)
            self.code.emit("BINARY_SUBSCR")

    def BinOp(self, node):
        self.node(node.left)
        self.node(node.right)
        self.code.emit("BINARY_" + BINARY[type(node.op)])

    def UnaryOp(self, node):
        self.node(node.operand)
        self.code.emit("UNARY_" + UNARY[type(node.op)])

    def BoolOp(self, node):
        ends = []
        for value in node.values[:-1]:
            self.node(value)
            ends.append(self.code.jump("JUMP_IF_FALSE" if isinstance(node.op, ast.And) else "JUMP_IF_TRUE"))
            self.code.emit("POP_TOP")
        self.node(node.values[-1])
        for end in ends:
            self.code.land(end)

    def Compare(self, node):
        if len(node.ops) != 1:
            raise NotImplementedError("a < b < c")
        self.node(node.left)
        self.node(node.comparators[0])
        self.code.emit("COMPARE_OP", COMPARE.index(type(node.ops[0])))

    def Call(self, node):
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            raise NotImplementedError("*")
        self.node(node.func)
        for argument in node.args:
            self.node(argument)
        for keyword in node.keywords:
            self.code.constant(keyword.arg)
            self.node(keyword.value)
        self.code.emit("CALL_FUNCTION", len(node.args) + 256 * len(node.keywords))

    def Tuple(self, node):
        for item in node.elts:
            self.node(item)
        self.code.emit("BUILD_TUPLE", len(node.elts))

    def List(self, node):
        self.Tuple(node)
        self.code.bytes[-3] = OPCODES["BUILD_LIST"]

    def Dict(self, node):
        self.code.emit("BUILD_MAP", 0)
        for key, value in zip(node.keys, node.values):
            self.code.emit("DUP_TOP")
            self.node(value)
            self.code.emit("ROT_TWO")
            self.node(key)
            self.code.emit("STORE_SUBSCR")


def big(value):
    digits = []
    rest = abs(value)
    while rest:
        digits.append(rest & 0x7FFF)
        rest >>= 15
    return struct.pack("<i", -len(digits) if value < 0 else len(digits)) + struct.pack(f"<{len(digits)}H", *digits)


def marshal(value):
    """A value as Python 1.5 stores it."""
    if value is None:
        return b"N"
    if isinstance(value, int):
        return b"i" + struct.pack("<i", value) if -1 << 31 <= value < 1 << 31 else b"l" + big(value)
    if isinstance(value, float):
        digits = b"%.17g" % value
        return b"f" + bytes([len(digits)]) + digits
    if isinstance(value, str):
        return marshal(value.encode("latin-1"))
    if isinstance(value, bytes):
        return b"s" + struct.pack("<I", len(value)) + value
    if isinstance(value, tuple):
        return b"(" + struct.pack("<I", len(value)) + b"".join(map(marshal, value))
    return (b"c" + struct.pack("<HHHH", value.parameters, len(value.variables), 100, 3 if value.function else 0) +
            marshal(bytes(value.bytes)) + marshal(tuple(value.constants)) + marshal(tuple(value.names)) +
            marshal(tuple(value.variables)) + marshal("script.py") + marshal(value.name) +
            struct.pack("<H", value.line) + marshal(b""))


def compiled(text):
    """The .pyc file of a script; NotImplementedError or SyntaxError when this compiler cannot make it."""
    return MAGIC + struct.pack("<I", 1_000_000_000) + marshal(Compiler(ast.parse(text)).code)
