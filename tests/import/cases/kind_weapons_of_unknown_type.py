# SPDX-License-Identifier: GPL-2.0-or-later
# A weapon system whose type cannot be told.
import App
W = App.WeaponSystemProperty_Create("W")
W.SetWeaponSystemType(App.Foo()) #! error the type that is set here cannot be told
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", W)
