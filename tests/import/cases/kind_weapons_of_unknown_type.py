# SPDX-License-Identifier: GPL-2.0-or-later
# A weapon system whose type cannot be told.
import App
W = App.WeaponSystemProperty_Create("W")
W.SetWeaponSystemType(App.Foo()) #! error the type that is set here cannot be told
App.g_kModelPropertyManager.RegisterLocalTemplate(W)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("W", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
