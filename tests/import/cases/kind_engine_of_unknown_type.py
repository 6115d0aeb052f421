# SPDX-License-Identifier: GPL-2.0-or-later
# An engine of a type that does not exist.
import App
A = App.EngineProperty_Create("A") #! error the type of engine "A" is 2
A.SetEngineType(2)
App.g_kModelPropertyManager.RegisterLocalTemplate(A)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("A", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
