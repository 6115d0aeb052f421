# SPDX-License-Identifier: GPL-2.0-or-later
"""Made-up installations of the game and of mods, in the forms in which players have them.

Names and numbers are invented; the forms of the scripts are those of the game's own files (97.1, 97.2).
"""

import python15

REGISTER = "App.g_kModelPropertyManager.RegisterLocalTemplate"
HULL = f'Hull = App.HullProperty_Create("%s")\nHull.SetMaxCondition(%d)\n{REGISTER}(Hull)\n'
SHIP = "import App\n" + HULL + "def LoadPropertySet(pObj):\n\tpObj.AddToSet('Scene Root', Hull)\n"
STATS = """import App
import Multiplayer.SpeciesToShip

def GetShipStats():
	kShipStats = {{
		"FilenameHigh": "data/Models/Ships/{name}/{name}.nif",
		"Name": "{name}",
		"HardpointFile": "{hardpoint}",
		"Species": Multiplayer.SpeciesToShip.AKIRA
	}}
	return kShipStats

def LoadModel(bPreLoad = 0):
	pStats = GetShipStats()
	if (not App.g_kLODModelManager.Contains(pStats["Name"])):
		pLODModel = App.g_kLODModelManager.Create(pStats["Name"])
"""
TABLE = """import App
# types
UNKNOWN = 0
AKIRA = 1
MAX_SHIPS = {ships}
MAX_FLYABLE_SHIPS = {menu}

kSpeciesTuple = (
	(None, 0, "Neutral", 0),
{rows}	(None, {ships}, "Neutral", 1))

def GetShipFromSpecies (iSpecies):
	if (iSpecies <= 0 or iSpecies >= MAX_SHIPS):
		return None
	return __import__("ships." + kSpeciesTuple [iSpecies] [0]).GetShipStats ()
"""
REGISTRY = """import App
import Registry

g_species = Registry.Registry()

UNKNOWN = g_species.Register("Neutral", (None, 0, "Neutral", 0))
{rows}
MAX_FLYABLE_SHIPS = {last} + 1
MAX_SHIPS = {last} + 1

def GetShipFromSpecies (iSpecies):
	return __import__("ships." + g_species._arrayList[iSpecies][0]).GetShipStats ()
"""
FOUNDATION = """import App
import Foundation

abbrev = '{script}'
longName = 'The {script}'
shipFile = '{script}'
Foundation.ShipDef.{script} = Foundation.FedShipDef(abbrev, 103, {{ 'name': longName, 'shipFile': shipFile }})
Foundation.ShipDef.{script}.RegisterQBShipMenu('Other Ships')
"""


def hardpoint(name="Hull", condition=1000):
    """A ship of one hull."""
    return SHIP % (name, condition)


def ship(name, hardpoint_file):
    return STATS.format(name=name, hardpoint=hardpoint_file)


def table(rows, menu=3, ships=None):
    """rows: (script, faction) from species 1 on."""
    text = "".join(f'\t("{name}", App.SPECIES_X, "{faction}", 1),\n' for name, faction in rows)
    return TABLE.format(rows=text, ships=ships or len(rows) + 1, menu=menu)


def registry(rows):
    text = "\n".join(f'{name.upper()} = g_species.Register("{name}", ("{name}", App.SPECIES_X, "{faction}", 1))'
                     for name, faction in rows)
    return REGISTRY.format(rows=text, last=list(dict.fromkeys(rows))[-1][0].upper())


def three_ships(base="scripts"):
    """Akira keeps its number, Defiant and Negh'Var are new; upper and lower case are mixed, as on Windows."""
    return {f"{base}/Multiplayer/SpeciesToShip.py": table([("Akira", "Federation"), ("Defiant", "Fed Ships"),
                                                           ("Negh_var", "Klingon")]),
            f"{base}/ships/Akira.py": ship("Akira", "akira"),
            f"{base}/ships/Defiant.py": ship("Defiant", "defiant"),
            f"{base}/ships/Negh_Var.py": ship("Negh'Var", "neghvar"),
            f"{base}/ships/Hardpoints/__init__.py": "",
            f"{base}/ships/Hardpoints/akira.py": hardpoint("A"),
            f"{base}/ships/Hardpoints/DEFIANT.py": hardpoint("D"),
            f"{base}/ships/Hardpoints/neghvar.py": hardpoint("N")}


def compiled(files, *parts):
    """The same files; those whose path holds one of the parts only as .pyc."""
    found = {}
    for name, text in files.items():
        if any(part in name for part in parts):
            found[name + "c"] = python15.compiled(text)
        else:
            found[name] = text
    return found


def write(folder, files):
    """Writes {path: text or bytes} below a folder, which is returned."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
    return folder
