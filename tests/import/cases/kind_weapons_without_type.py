# SPDX-License-Identifier: GPL-2.0-or-later
# A weapon system whose type is never set, and one of a type that none has: nothing comes of them, their weapons stay.
#= 1 HullSubsystem 1000 Hull
#= 2 PhaserBank 30 Bank
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
W = App.WeaponSystemProperty_Create("W") #! note the type of weapon system "W" is not set: it is taken for no subsystem
V = App.WeaponSystemProperty_Create("V") #! note the type of weapon system "V" is none that is known
V.SetWeaponSystemType(7)
Bank = App.PhaserProperty_Create("Bank")
Bank.SetMaxCondition(30)
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", W)
	pObj.AddToSet("Scene Root", Hull)
	pObj.AddToSet("Scene Root", V)
	pObj.AddToSet("Scene Root", Bank)
