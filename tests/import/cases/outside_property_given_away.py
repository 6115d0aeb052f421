# SPDX-License-Identifier: GPL-2.0-or-later
# A property is given to a function nobody knows.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Tweak(Hull) #! error this call of "Tweak" cannot be followed
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
