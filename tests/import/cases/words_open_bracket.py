# SPDX-License-Identifier: GPL-2.0-or-later
# A bracket that is never closed.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
x = (1, #! error not followed
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
