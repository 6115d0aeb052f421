# SPDX-License-Identifier: GPL-2.0-or-later
# A text that is never closed.
import App
Hull = App.HullProperty_Create("Hull) #! error never closed
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
