# SPDX-License-Identifier: GPL-2.0-or-later
# Two scripts that are each other's parents.
#! error inherit_circle_b.py:8 "inherit_circle_a" is its own parent
import App
ParentPropertyScript = "ships.Hardpoints.inherit_circle_b"
if not ('g_bIsModelPropertyEditor' in dir(App)):
	ParentModule = __import__("ships.Hardpoints.inherit_circle_b", globals(), locals(), ['*'])
	reload(ParentModule)
Repair = App.RepairSubsystemProperty_Create("Repair")
App.g_kModelPropertyManager.RegisterLocalTemplate(Repair)
def LoadPropertySet(pObj):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		ParentModule.LoadPropertySet(pObj)
	prop = App.g_kModelPropertyManager.FindByName("Repair", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
