# SPDX-License-Identifier: GPL-2.0-or-later
# Arguments in any number.
import App
Hull = App.HullProperty_Create("Hull")
def Set(*conditions):
	Hull.SetMaxCondition(conditions[0])
Set(1000) #! error this is not followed
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
