# SPDX-License-Identifier: GPL-2.0-or-later
# import a.b.c, and the whole path afterwards.
#= 1 HullSubsystem 1000 Hull
#= 2 SensorSubsystem 200 Sensors
#= 3 RepairSubsystem 0 Repair
import App
import ships.Hardpoints.parent_base
reload(ships.Hardpoints.parent_base)
Repair = App.RepairSubsystemProperty_Create("Repair")
App.g_kModelPropertyManager.RegisterLocalTemplate(Repair)
def LoadPropertySet(pObj):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		ships.Hardpoints.parent_base.LoadPropertySet(pObj)
	prop = App.g_kModelPropertyManager.FindByName("Repair", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
