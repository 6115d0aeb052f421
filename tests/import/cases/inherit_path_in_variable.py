# SPDX-License-Identifier: GPL-2.0-or-later
# The path in a variable, put together.
#= 1 HullSubsystem 1000 Hull
#= 2 SensorSubsystem 200 Sensors
#= 3 RepairSubsystem 0 Repair
import App
where = 'ships.Hardpoints.'
ParentModule = __import__(where + 'parent_base')
reload(ParentModule)
Repair = App.RepairSubsystemProperty_Create("Repair")
App.g_kModelPropertyManager.RegisterLocalTemplate(Repair)
def LoadPropertySet(pObj):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		ParentModule.LoadPropertySet(pObj)
	prop = App.g_kModelPropertyManager.FindByName("Repair", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
