# SPDX-License-Identifier: GPL-2.0-or-later
# A weapon system whose type is never set.
import App
W = App.WeaponSystemProperty_Create("W") #! error 9 the type of weapon system "W" is not set
App.g_kModelPropertyManager.RegisterLocalTemplate(W)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("W", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
