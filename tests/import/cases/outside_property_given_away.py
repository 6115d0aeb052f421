# SPDX-License-Identifier: GPL-2.0-or-later
# A property is given to a function nobody knows.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
Tweak(Hull) #! note nothing is known of #! note is skipped #! error this call of "Tweak" cannot be followed
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
