# SPDX-License-Identifier: GPL-2.0-or-later
# A property in a list is given to a function nobody knows; how long the list is may be asked.
import App
Hull = App.HullProperty_Create("Hull")
All = [Hull]
if len(All) == 1:
	Hull.SetMaxCondition(1000)
def LoadPropertySet(pObj):
	Add((All, pObj)) #! error this call of "Add" cannot be followed
	pObj.AddToSet("Scene Root", Hull)
