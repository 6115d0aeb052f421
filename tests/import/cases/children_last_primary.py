# SPDX-License-Identifier: GPL-2.0-or-later
# Children go to the last primary system of their kind, in the order of the list.
#= 1 PhaserSystem 0 First
#= 3 PhaserSystem 0 Second
#=   2 PhaserBank 0 Early
#=   5 PhaserBank 0 Late
#=   6 PhaserBank 0 Latest
#= 4 PhaserSystem 0 Third
#~ Primary=false
import App
a = App.WeaponSystemProperty_Create("First")
a.SetWeaponSystemType(1)
a.SetPrimary(1)
b = App.WeaponSystemProperty_Create("Second")
b.SetWeaponSystemType(1)
b.SetPrimary(1)
c = App.WeaponSystemProperty_Create("Third")
c.SetWeaponSystemType(1)
c.SetPrimary(0)
Early = App.PhaserProperty_Create("Early")
Late = App.PhaserProperty_Create("Late")
Latest = App.PhaserProperty_Create("Latest")
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", a)
	pObj.AddToSet("Scene Root", Early)
	pObj.AddToSet("Scene Root", b)
	pObj.AddToSet("Scene Root", c)
	pObj.AddToSet("Scene Root", Late)
	pObj.AddToSet("Scene Root", Latest)
