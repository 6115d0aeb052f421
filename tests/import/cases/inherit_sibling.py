# SPDX-License-Identifier: GPL-2.0-or-later
# A plain name is looked for in the folder of the script first.
#= 1 HullSubsystem 1000 Hull
#= 2 SensorSubsystem 200 Sensors
#= 3 RepairSubsystem 0 Repair
import App
import parent_base
reload(parent_base)
Repair = App.RepairSubsystemProperty_Create("Repair")
App.g_kModelPropertyManager.RegisterLocalTemplate(Repair)
def LoadPropertySet(pObj):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		parent_base.LoadPropertySet(pObj)
	prop = App.g_kModelPropertyManager.FindByName("Repair", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
