# SPDX-License-Identifier: GPL-2.0-or-later
# A property that was never made: the game would stop here.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hul.SetPrimary(0) #! error this call of "SetPrimary" cannot be followed
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
