# SPDX-License-Identifier: GPL-2.0-or-later
# A script that is its own parent.
import App
ParentPropertyScript = "ships.Hardpoints.inherit_itself"
if not ('g_bIsModelPropertyEditor' in dir(App)):
	ParentModule = __import__("ships.Hardpoints.inherit_itself", globals(), locals(), ['*'])
	reload(ParentModule) #! error "inherit_itself" is its own parent
Repair = App.RepairSubsystemProperty_Create("Repair")
App.g_kModelPropertyManager.RegisterLocalTemplate(Repair)
def LoadPropertySet(pObj):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		ParentModule.LoadPropertySet(pObj)
	prop = App.g_kModelPropertyManager.FindByName("Repair", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
