# SPDX-License-Identifier: GPL-2.0-or-later
# Registered but never added: not on the ship.
#= 1 HullSubsystem 1000 Hull
import App
R = App.RepairSubsystemProperty_Create("Repair")
App.g_kModelPropertyManager.RegisterLocalTemplate(R)
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
