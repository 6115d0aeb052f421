# SPDX-License-Identifier: GPL-2.0-or-later
# from a.b.c import *: also the parent's function.
#= 1 HullSubsystem 1000 Hull
#= 2 SensorSubsystem 200 Sensors
import App
ParentPropertyScript = "ships.Hardpoints.parent_base"
if not ('g_bIsModelPropertyEditor' in dir(App)):
	ParentModule = __import__("ships.Hardpoints.parent_base", globals(), locals(), ['*'])
	reload(ParentModule)
from ships.Hardpoints.parent_base import *
