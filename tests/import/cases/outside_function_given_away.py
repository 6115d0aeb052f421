# SPDX-License-Identifier: GPL-2.0-or-later
# A function is given to one that calls it, perhaps.
import App
Hull = App.HullProperty_Create("Hull")
def Set(condition):
	Hull.SetMaxCondition(condition)
map(Set, [1000]) #! error this call of "map" cannot be followed
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
