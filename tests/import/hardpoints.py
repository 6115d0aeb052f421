# SPDX-License-Identifier: GPL-2.0-or-later
"""Hardpoint scripts made up from layout files, in the styles in which they are found (97.1).

The game's own scripts are not here: what a script says about a ship's subsystems is taken from the layout, the rest is
invented.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from bcnet_test import SOURCE

LAYOUTS = Path(SOURCE) / "layouts"

CONSTRUCTORS = {
    "HullSubsystem": "HullProperty", "ShieldSubsystem": "ShieldProperty", "SensorSubsystem": "SensorProperty",
    "PowerSubsystem": "PowerProperty", "ImpulseEngineSubsystem": "ImpulseEngineProperty",
    "WarpEngineSubsystem": "WarpEngineProperty", "RepairSubsystem": "RepairSubsystemProperty",
    "CloakingSubsystem": "CloakingSubsystemProperty", "TorpedoSystem": "TorpedoSystemProperty",
    "PhaserSystem": "WeaponSystemProperty", "PulseWeaponSystem": "WeaponSystemProperty",
    "TractorBeamSystem": "WeaponSystemProperty", "PhaserBank": "PhaserProperty", "PulseWeapon": "PulseWeaponProperty",
    "TractorBeamProjector": "TractorBeamProperty", "TorpedoTube": "TorpedoTubeProperty",
    "ShipSubsystem": "EngineProperty"}
WEAPON_TYPES = {"PhaserSystem": ("WST_PHASER", 1), "PulseWeaponSystem": ("WST_PULSE", 3),
                "TractorBeamSystem": ("WST_TRACTOR", 4)}
FACINGS = ["FRONT_SHIELDS", "REAR_SHIELDS", "TOP_SHIELDS", "BOTTOM_SHIELDS", "LEFT_SHIELDS", "RIGHT_SHIELDS"]


@dataclass
class Property:
    name: str
    kind: str           # class of the subsystem
    condition: float
    primary: int = 1
    engine: int = 0     # EP_IMPULSE, EP_WARP
    shields: list = field(default_factory=list)
    main: float = 0
    backup: float = 0

    @property
    def variable(self):
        """The name as the editor makes it: "Port Warp" becomes PortWarp."""
        return re.sub(r"\W", "", self.name) or "Nameless"


@dataclass
class Ship:
    key: str
    hardpoint: str
    name: str
    order: list         # Property, as they were made
    added: list         # the same, as they are added: some of them perhaps twice

    def again(self):
        """Those that are added a second time."""
        names = [(prop.name, prop.kind) for prop in self.added]
        return [prop for number, prop in enumerate(self.added) if (prop.name, prop.kind) in names[:number]]

    def of_parent(self):
        """How many of the added ones a parent could have added."""
        again = self.again()
        if not again:
            return max(1, 2 * len(self.order) // 3)
        return next(number for number, prop in enumerate(self.added)
                    if (prop.name, prop.kind) in [(other.name, other.kind) for other in self.added[:number]])


def groups(text):
    """{group: {key: value}} of a layout file."""
    found, current = {}, None
    for line in text.splitlines():
        if line.startswith("["):
            current = found.setdefault(line[1:-1], {})
        elif "=" in line and not line.startswith("#"):
            key, value = line.split("=", 1)
            current[key] = value
    return found


def listed(found, prefix=""):
    """[(offset, Property)] of the ship or of a variant, by offset."""
    objects, number = [], 1
    while entry := found.get(f"{prefix}Subsystem {number}"):
        number += 1
        kind = entry["Class"]
        objects.append((int(entry["ObjectOffset"]), Property(
            entry["Name"], kind, float(entry.get("MaxCondition", 0)),
            # The second hull of a ship, its bridge, is never primary.
            primary=int(kind != "HullSubsystem" or entry["Name"] == "Hull"),
            shields=[float(value) for value in entry.get("MaxShields", "").split(";") if value],
            main=float(entry.get("MainBattery", 0)), backup=float(entry.get("BackupBattery", 0)))))
        child = 1
        while text := entry.get(f"Child {child}"):
            child += 1
            name, child_kind, condition, offset = re.split(r"(?<!\\);", text)
            objects.append((int(offset), Property(name, child_kind, float(condition),
                                                  engine=int(kind == "WarpEngineSubsystem"))))
    return sorted(objects, key=lambda item: item[0])


def ships():
    """All stock ships."""
    result = []
    for path in sorted(LAYOUTS.glob("*.ini")):
        found = groups(path.read_text(encoding="utf-8"))
        order = [prop for _, prop in listed(found)]
        # When things added again are appended, the list is what was added in turn.
        added = [prop for _, prop in listed(found, "Variant append/")] or order
        ship = found["Ship"]
        result.append(Ship(path.stem, ship["Hardpoint"], ship["Name"], order, added))
    return result


# ---- styles; each is a function (ship) -> {file name: bytes} ----

HEADER = "# This file was made by a program.\n# \n\nimport App\nimport GlobalPropertyTemplates\n"
RULE = "#################################################\n"
REGISTER = "App.g_kModelPropertyManager.RegisterLocalTemplate"
PARENT = '''ParentPropertyScript = "ships.Hardpoints.{parent}"
if not ('g_bIsModelPropertyEditor' in dir(App)):
	ParentModule = __import__("ships.Hardpoints.{parent}", globals(), locals(), ['*'])
	reload(ParentModule)
'''


def machine_values(prop):
    """The calls that set what matters, with what stands around them in such files."""
    name = prop.variable
    lines = [f"SetMaxCondition({prop.condition:f})", "SetCritical(0)", "SetTargetable(1)",
             f"SetPrimary({prop.primary})", "SetPosition(0.000000, -0.350000, 0.100000)",
             "SetPosition2D(64.000000, 40.000000)",
             "SetRepairComplexity(3.000000)", "SetDisabledPercentage(0.500000)", "SetRadius(0.250000)"]
    lines += [f"SetMaxShields({name}.{facing}, {value:f})" for facing, value in zip(FACINGS, prop.shields)]
    lines += [f"SetShieldChargePerSecond({name}.{facing}, 11.000000)" for facing in FACINGS if prop.shields]
    if prop.main or prop.backup:
        lines += [f"SetMainBatteryLimit({prop.main:f})", f"SetBackupBatteryLimit({prop.backup:f})",
                  "SetPowerOutput(1000.000000)"]
    if prop.kind in WEAPON_TYPES:
        lines.append(f"SetWeaponSystemType({name}.{WEAPON_TYPES[prop.kind][0]})")
        lines.append("SetSingleFire(1)")
    if prop.kind == "ShipSubsystem":
        lines.append(f"SetEngineType({name}.{'EP_WARP' if prop.engine else 'EP_IMPULSE'})")
    return [f"{name}.{line}\n" for line in lines]


def machine_property(prop):
    name = prop.variable
    text = f"{name} = App.{CONSTRUCTORS[prop.kind]}_Create({prop.name!a})\n\n".replace("'", '"')
    if "'" in prop.name:
        text = f'{name} = App.{CONSTRUCTORS[prop.kind]}_Create("{prop.name}")\n\n'
    if prop.kind == "ShieldSubsystem":
        text += (f"{name}ShieldGlowColor = App.TGColorA()\n"
                 f"{name}ShieldGlowColor.SetRGBA(0.203922, 0.631373, 1.000000, 0.466667)\n"
                 f"{name}.SetShieldGlowColor({name}ShieldGlowColor)\n")
    return text + "".join(machine_values(prop)) + f"{REGISTER}({name})\n" + RULE


def machine_other(kind, variable, name):
    return (f"{variable} = App.{kind}_Create(\"{name}\")\n\n{variable}.SetGenus(1)\n{variable}Up = App.TGPoint3()\n"
            f"{variable}Up.SetXYZ(0.000000, 0.000000, 1.000000)\n{REGISTER}({variable})\n{RULE}")


def find(name, indent="\t", quote='"'):
    return (f"{indent}prop = App.g_kModelPropertyManager.FindByName({quote}{name}{quote}, "
            f"App.TGModelPropertyManager.LOCAL_TEMPLATES)\n")


def machine_add(names, indent="\t"):
    return "".join(find(name, indent) + f'{indent}if (prop != None):\n{indent}\tpObj.AddToSet("Scene Root", prop)\n'
                   for name in names)


LOAD = 'def LoadPropertySet(pObj):\n\t"Sets up the object\'s properties."\n'


def machine_script(ship, order, names):
    return (HEADER + "# Setting up local templates.\n" + RULE + "".join(machine_property(prop) for prop in order)
            + machine_other("ShipProperty", "TheShip", ship.name + " Class")
            + machine_other("ObjectEmitterProperty", "ShuttleBay", "Shuttle Bay")
            + "\n# Property load function.\n" + LOAD + machine_add([ship.name + " Class", *names, "Shuttle Bay"]))


def machine(ship):
    """As the editor of the game's makers writes them."""
    names = [prop.name for prop in ship.added]
    return {ship.hardpoint + ".py": machine_script(ship, ship.order, names).encode("ascii")}


def plain_number(value):
    return str(int(value)) if value == int(value) else repr(value)


def hand_property(number, prop):
    """Another variable, numbers instead of names, arithmetic, a second name for the same thing."""
    name = f"p{number}"
    lines = [f"{name} = App.{CONSTRUCTORS[prop.kind]}_Create('{prop.name}')   # number {number}"
             if "'" not in prop.name else f'{name}=App.{CONSTRUCTORS[prop.kind]}_Create("{prop.name}")',
             f"{name}.SetPrimary( {prop.primary} )"]
    if prop.kind in WEAPON_TYPES:
        lines.append(f"{name}.SetWeaponSystemType({WEAPON_TYPES[prop.kind][1]})")
    if prop.engine:
        lines.append(f"{name}.SetEngineType(1)")        # impulse is what it is by itself
    lines += [f"{name}.SetMaxShields({facing}, {plain_number(value)})" for facing, value in enumerate(prop.shields)]
    if prop.main or prop.backup:
        lines += [f"{name}.SetMainBatteryLimit({plain_number(prop.main)})",
                  f"{name}.SetBackupBatteryLimit({plain_number(prop.backup)})"]
    lines += [f"again = {name}", "", f"again.SetMaxCondition(Factor * {plain_number(prop.condition)})"]
    return "\n".join(lines) + "\n"


def hand(ship):
    """Made by hand: everything is registered at the end, added by a function, with words in between."""
    if len({prop.name for prop in ship.order}) != len(ship.order):
        raise AssertionError(f"{ship.key} has two properties of one name; FindByName cannot tell them apart.")
    names = [prop.name for prop in ship.added]
    text = "# My own version. Ask before you use it!\nfrom App import *\nimport App, string\n\nFactor = 3 - 2\n"
    text += "colour = App.TGColorA(); colour.SetRGBA(1, .5, 0, 1)\n\n"
    text += "\n".join(hand_property(number, prop) for number, prop in enumerate(ship.order))
    text += "".join(f"{REGISTER}(p{number})\n" for number in reversed(range(len(ship.order))))
    text += ("def Add(pSet, name, where = 'Scene Root'):\n    prop = App.g_kModelPropertyManager.FindByName(name,\n"
             "        App.TGModelPropertyManager.LOCAL_TEMPLATES)\n    if prop:\n        pSet.AddToSet(where, prop)\n\n"
             "def LoadPropertySet(pObj):\n")
    text += "".join(f"    Add(pObj, {name!r})\n" for name in names)
    return {ship.hardpoint + ".py": text.encode("ascii")}


def inherited(ship):
    """A parent that has some of the properties, one of them with other values, and a script on top of it."""
    parent = ship.hardpoint + "_base"
    first, rest = ship.added[:ship.of_parent()], ship.added[ship.of_parent():]
    changed = Property(first[0].name, first[0].kind, first[0].condition + 77, shields=[1.0] * len(first[0].shields))
    base = machine_script(ship, [changed, *first[1:]], [prop.name for prop in first])
    own = [first[0], *rest]
    text = (HEADER + "\t# The line below is for the editor.\n" + PARENT.format(parent=parent) + RULE
            + "".join(machine_property(prop) for prop in own)
            + LOAD + "\tif not ('g_bIsModelPropertyEditor' in dir(App)):\n\t\tParentModule.LoadPropertySet(pObj)\n"
            + machine_add([prop.name for prop in rest]))
    return {ship.hardpoint + ".py": text.encode("ascii"), f"Parent/{parent}.py": base.encode("ascii")}


def odd(ship):
    """CRLF, tabs and blanks mixed, lines that go on, several statements on a line, Latin-1, no line end at the end."""
    text = machine_script(ship, ship.order, [prop.name for prop in ship.added])
    for plain, strange in [(".SetPrimary(", " . SetPrimary \\\n\t  ("),
                           ("_Create(", "_Create  (\n# within brackets\n\n  "),
                           # A tab is eight blanks.
                           ("\tif (prop != None):\n\t\tpObj", "        if (\n(prop) <> None) : pObj"),
                           ("SetCritical(0)\n", "SetCritical(0) ; pass\n"),
                           ("import App\n", "\f\n   # \xe9\nimport App\n")]:
        text = text.replace(plain, strange)
    text = text.replace('"Sets up', '"""Sets\n\n# up')
    text = text.replace('properties."', 'properties."""').rstrip("\n")
    return {ship.hardpoint + ".py": text.replace("\n", "\r\n").encode("latin-1")}


STYLES = {"machine": machine, "hand": hand, "inherited": inherited, "odd": odd}


def write(folder, files):
    """Writes the files of a style; parents into the same folder."""
    for name, data in files.items():
        (Path(folder) / Path(name).name).write_bytes(data)
