# SPDX-License-Identifier: GPL-2.0-or-later
# File names are the same in upper and lower case, as on Windows.
#= 1 HullSubsystem 1000 Hull
#= 2 SensorSubsystem 200 Sensors
#= 3 RepairSubsystem 0 Repair
import App
ParentPropertyScript = "ships.Hardpoints.Parent_BASE"
if not ('g_bIsModelPropertyEditor' in dir(App)):
	ParentModule = __import__("ships.Hardpoints.Parent_BASE", globals(), locals(), ['*'])
	reload(ParentModule)
Repair = App.RepairSubsystemProperty_Create("Repair")
App.g_kModelPropertyManager.RegisterLocalTemplate(Repair)
def LoadPropertySet(pObj):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		ParentModule.LoadPropertySet(pObj)
	prop = App.g_kModelPropertyManager.FindByName("Repair", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
