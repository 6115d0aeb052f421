# SPDX-License-Identifier: GPL-2.0-or-later
# A parent that calls back.
#! error inherit_circle_ca*.py:* nested too deeply, or calls itself
import App
import inherit_circle_caller
reload(inherit_circle_caller)
Repair = App.RepairSubsystemProperty_Create("Repair")
App.g_kModelPropertyManager.RegisterLocalTemplate(Repair)
def LoadPropertySet(pObj):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		inherit_circle_caller.LoadPropertySet(pObj)
	prop = App.g_kModelPropertyManager.FindByName("Repair", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
