# SPDX-License-Identifier: GPL-2.0-or-later
"""Hardpoint scripts made at random, and what Python itself makes of them.

script(chance, loops) is a text that Python 1.5 and today's both read: branches, functions, tuples, tables, statements that a
reader of hardpoints does not follow, and perhaps loops, which it does not follow either. reference(text) runs it with stand-ins for the game's objects, and applies 97.2
to what was put on the ship. Nothing here knows the reader that is tested.
"""

import contextlib
import io

CLASSES = {"HullProperty": "HullSubsystem", "ShieldProperty": "ShieldSubsystem", "SensorProperty": "SensorSubsystem",
           "PowerProperty": "PowerSubsystem", "ImpulseEngineProperty": "ImpulseEngineSubsystem",
           "WarpEngineProperty": "WarpEngineSubsystem", "RepairSubsystemProperty": "RepairSubsystem",
           "CloakingSubsystemProperty": "CloakingSubsystem", "TorpedoSystemProperty": "TorpedoSystem",
           "PhaserProperty": "PhaserBank", "PulseWeaponProperty": "PulseWeapon", "TorpedoTubeProperty": "TorpedoTube",
           "TractorBeamProperty": "TractorBeamProjector", "EngineProperty": "ShipSubsystem"}
WEAPONS = {1: "PhaserSystem", 3: "PulseWeaponSystem", 4: "TractorBeamSystem"}
PARENTS = {"PhaserBank": "PhaserSystem", "PulseWeapon": "PulseWeaponSystem", "TractorBeamProjector": "TractorBeamSystem",
           "TorpedoTube": "TorpedoSystem"}

# ---- what the game has ----


class Property:
    """Keeps what is set."""

    WST_PHASER, WST_PULSE, WST_TRACTOR, EP_IMPULSE, EP_WARP = 1, 3, 4, 0, 1

    def __init__(self, kind, name):
        self.kind, self.name, self.values = kind, name, {}

    def __getattr__(self, name):
        if not name.startswith("Set"):
            raise AttributeError(name)
        return lambda value: self.values.update({name[3:]: value})

    def get(self, name):
        return self.values.get(name, 0)

    def class_name(self):
        return WEAPONS[self.get("WeaponSystemType")] if self.kind == "WeaponSystemProperty" else CLASSES[self.kind]

    def parent_class(self):
        if self.class_name() == "ShipSubsystem":
            return "WarpEngineSubsystem" if self.get("EngineType") == 1 else "ImpulseEngineSubsystem"
        return PARENTS.get(self.class_name())


class Game:
    """App, its manager of templates, and the ship's set."""

    LOCAL_TEMPLATES = None

    def __init__(self):
        self.templates, self.added = {}, []
        self.g_kModelPropertyManager = self.TGModelPropertyManager = self

    def __getattr__(self, name):
        if not name.endswith("_Create"):
            raise AttributeError(name)
        return lambda own: Property(name.removesuffix("_Create"), own)

    def RegisterLocalTemplate(self, prop):
        self.templates[prop.name] = prop

    def FindByName(self, name, _):
        return self.templates.get(name)

    def AddToSet(self, _, prop):
        self.added.append(prop)


def layout(added):
    """[(object offset, class, hit points, name, [the same of its children])] by 97.2, rules 2 to 5."""
    order = []
    for prop in added:
        if prop not in order:       # again: in the place of the first one
            order.append(prop)
    primary = {prop.class_name(): prop for prop in order if prop.get("Primary")}    # the last one
    rows = {prop: (number, prop.class_name(), float(prop.get("MaxCondition")), prop.name)
            for number, prop in enumerate(order, 1)}
    parents = {prop: primary.get(prop.parent_class()) for prop in order}
    return [(*rows[prop], [rows[child] for child in order if parents[child] is prop]) for prop in order if not parents[prop]]


def reference(text):
    """The layout that Python gets; whatever the script raises."""
    game = Game()
    names = {"__name__": "script", "App": game}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(text.replace("import App\n", "\n", 1), "script", "exec"), names)      # pylint: disable=exec-used
        names["LoadPropertySet"](game)
    return layout(game.added)


# ---- scripts ----

# Statements that do nothing to a ship; most of them are not followed.
NOISE = ["pass", 'print("x")', 'x = "a" "b"', 's = "%d-%s" % (a, "k")', '"words"', "x = y = 3",
         "x = [1, 2][0]; y = 5", 'x = {1: 2, "k": (3,)}', "if 0: x = 1", "x = 6 # words", "x = (1 +\n\t\t2)",
         "x = 1 + \\\n    2", "L.append(1)", "x = 0xFF", "x = 1e3"]
HEAD = ["import App", "L = [1, 2]", "T = (3, 4, 5)", 'D = {"x": 1, "y": 2}', "N = None", "M = App.g_kModelPropertyManager"]
NUMBERS = ["a = 1", "b = 2", "c = 0", "x = i = y = z = q = 0"]


class Writer:
    """One script."""

    def __init__(self, chance, loops):
        self.chance, self.loops, self.lines, self.functions, self.properties = chance, loops, [], [], []
        self.indent = chance.choice(["\t", "    "])
        self.adding = False     # to the ship, within LoadPropertySet

    def emit(self, depth, line):
        self.lines.append(self.indent * depth + line)

    def value(self, depth=0):
        pick = self.chance.choice
        simple = [lambda: pick("012345"), lambda: pick("abc"), lambda: f"T[{pick(['0', '1', '-1', '2'])}]",
                  lambda: f"D[{pick(['x', 'y'])!r}]", lambda: f"len({pick(['L', 'T', repr('abc')])})"]
        other = [lambda: f"({self.value(depth + 1)} {pick('+-*%')} {pick('1237')})", lambda: f"-{self.value(depth + 1)}",
                 lambda: f"({self.condition(depth + 1)})"]
        if self.functions:
            other.append(lambda: f"{pick(self.functions)}({self.value(depth + 1)}, {self.value(depth + 1)})")
        return pick(simple + (other if depth < 3 else []))()

    def condition(self, depth=0):
        pick = self.chance.choice
        forms = [lambda: f"{self.value(depth)} {pick(['==', '!=', '<', '>', '<=', '>='])} {self.value(depth)}",
                 lambda: f"not {self.value(depth)}", lambda: pick(["N is None", "N is not None"])]
        if depth < 3:
            forms.append(lambda: f"({self.condition(depth + 1)}) == ({self.condition(depth + 1)})")
        return pick(forms)()

    def property(self):
        pick, number = self.chance.choice, len(self.properties) + 1
        name, kind = f"p{number}", pick([*CLASSES, *["WeaponSystemProperty"] * 3])
        called = pick([f'"Name{number}"', f'"Na" + "me{number}"', f"'Name' '{number}'"])
        self.emit(0, f"{name} = App.{kind}_Create({called})")
        self.emit(0, f"{name}.SetMaxCondition({pick(['100', '250.5', '1e3', '7 * 8', 'len(T) + 5'])})")
        if kind == "WeaponSystemProperty":
            self.emit(0, f"{name}.SetWeaponSystemType({pick(['1', '3', f'{name}.WST_TRACTOR'])})")
        if kind == "EngineProperty":
            self.emit(0, f"{name}.SetEngineType({pick([f'{name}.EP_WARP', '0', '1'])})")
        self.emit(0, f"{name}.SetPrimary({pick(['0', '1', f'{self.condition()}'])})")
        self.emit(0, f"{pick(['App.g_kModelPropertyManager', 'M'])}.RegisterLocalTemplate({name})")
        self.properties.append((name, f"Name{number}"))

    def add(self, depth):
        name, called = self.chance.choice(self.properties)
        if self.chance.random() < 0.4:
            self.emit(depth, f'pObj.AddToSet("Scene Root", {name})')
            return
        self.emit(depth, f'prop = App.g_kModelPropertyManager.FindByName("{called}", App.TGModelPropertyManager.LOCAL_TEMPLATES)')
        self.emit(depth, "if (prop != None):")
        self.emit(depth + 1, 'pObj.AddToSet("Scene Root", prop)')
        if self.chance.random() < 0.2:
            self.emit(depth + 1, self.chance.choice(['print("x")', "q = 2 * 3"]))

    def block(self, depth, most):
        for _ in range(self.chance.randint(1, most)):
            self.statement(depth)

    def branches(self, depth):
        self.emit(depth, f"if {self.condition()}:")
        self.block(depth + 1, 3)
        for word in [f"elif {self.condition()}:", "else:"]:
            if self.chance.random() < 0.4:
                self.emit(depth, word)
                self.block(depth + 1, 2)

    def loop(self, depth):
        items = self.chance.choice(["range(2)", "range(1, 4)", "(1, 2, 3)", "[0, 5]", "T", "range(3, 0, -1)"])
        self.emit(depth, f"for i in {items}:")
        self.block(depth + 1, 3)
        if self.chance.random() < 0.3:
            self.emit(depth + 1, f"if {self.condition()}: {self.chance.choice(['break', 'continue'])}")
            self.block(depth + 1, 1)

    def statement(self, depth):
        kinds = [lambda: self.emit(depth, f"{self.chance.choice('abc')} = {self.value()}"),
                 lambda: self.emit(depth, f"D[{self.chance.choice('xy')!r}] = {self.value()}"),
                 lambda: self.emit(depth, self.chance.choice(NOISE)), lambda: self.emit(depth, self.chance.choice(NOISE))]
        if depth < 5:
            kinds.append(lambda: self.branches(depth))
        if depth < 5 and self.loops:
            kinds.append(lambda: self.loop(depth))
        if self.adding:
            kinds += [lambda: self.add(depth)] * 6
        self.chance.choice(kinds)()

    def function(self, name):
        self.emit(0, f"def {name}(x, y = 2):")
        for line in ["a = x", "b = y", "c = 1"]:
            self.emit(1, line)
        self.block(1, 3)
        self.emit(1, f"return {self.value()}")
        self.functions.append(name)

    def script(self):
        for line in HEAD + NUMBERS:
            self.emit(0, line)
        for number in range(self.chance.randrange(3)):
            self.function(f"f{number}")
        for _ in range(self.chance.randint(3, 9)):
            self.property()
            self.statement(0)
        self.emit(0, "def LoadPropertySet(pObj):")
        for line in NUMBERS:
            self.emit(1, line)
        self.adding = True
        self.block(1, 14)
        self.emit(1, 'pObj.AddToSet("Scene Root", p1)')
        return "\n".join(self.lines) + "\n"


def script(chance, loops=False):
    return Writer(chance, loops).script()
