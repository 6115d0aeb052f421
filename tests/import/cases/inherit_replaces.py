# SPDX-License-Identifier: GPL-2.0-or-later
# A value of the parent is replaced, the place in the list stays.
#= 1 HullSubsystem 5000 Hull
#= 2 SensorSubsystem 200 Sensors
import App
ParentPropertyScript = "ships.Hardpoints.parent_base"
if not ('g_bIsModelPropertyEditor' in dir(App)):
	ParentModule = __import__("ships.Hardpoints.parent_base", globals(), locals(), ['*'])
	reload(ParentModule)
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(5000)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(pObj):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		ParentModule.LoadPropertySet(pObj)
