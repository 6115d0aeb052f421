# SPDX-License-Identifier: GPL-2.0-or-later
# A property that was never made: the game would stop here.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
Hul.SetPrimary(0) #! note nothing is known of "Hul" #! note the call of "SetPrimary" is skipped #! error this call of "SetPrimary" cannot be followed
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
