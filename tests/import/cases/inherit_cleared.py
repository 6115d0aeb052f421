# SPDX-License-Identifier: GPL-2.0-or-later
# Templates are forgotten between the import and the reload, as the game does it; the parent makes them again.
#= 1 HullSubsystem 1000 Hull
#= 2 SensorSubsystem 200 Sensors
#= 3 RepairSubsystem 0 Repair
import App
ParentPropertyScript = "ships.Hardpoints.parent_base"
if not ('g_bIsModelPropertyEditor' in dir(App)):
	ParentModule = __import__("ships.Hardpoints.parent_base", globals(), locals(), ['*'])
	App.g_kModelPropertyManager.ClearLocalTemplates()
	reload(ParentModule)
Repair = App.RepairSubsystemProperty_Create("Repair")
App.g_kModelPropertyManager.RegisterLocalTemplate(Repair)
def LoadPropertySet(pObj):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		ParentModule.LoadPropertySet(pObj)
	prop = App.g_kModelPropertyManager.FindByName("Repair", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
