# SPDX-License-Identifier: GPL-2.0-or-later
# A path is no name of a module; nothing outside of the folder is read.
import App
a = __import__('../cases/parent_base') #! error is no name of a module
b = __import__('/etc/passwd') #! error is no name of a module
c = __import__('ships.Hardpoints..parent_base') #! error is no name of a module
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
