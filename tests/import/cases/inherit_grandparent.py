# SPDX-License-Identifier: GPL-2.0-or-later
# A parent that has a parent.
#= 1 HullSubsystem 1000 Hull
#= 2 SensorSubsystem 200 Sensors
#= 3 RepairSubsystem 0 Repair
#= 4 CloakingSubsystem 0 Cloak
import App
ParentPropertyScript = "ships.Hardpoints.inherit"
if not ('g_bIsModelPropertyEditor' in dir(App)):
	ParentModule = __import__("ships.Hardpoints.inherit", globals(), locals(), ['*'])
	reload(ParentModule)
C = App.CloakingSubsystemProperty_Create("Cloak")
App.g_kModelPropertyManager.RegisterLocalTemplate(C)
def LoadPropertySet(pObj):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		ParentModule.LoadPropertySet(pObj)
	prop = App.g_kModelPropertyManager.FindByName("Cloak", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
