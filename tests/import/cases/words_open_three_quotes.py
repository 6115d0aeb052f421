# SPDX-License-Identifier: GPL-2.0-or-later
# Three quotes that are never closed swallow the rest of the file.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
x = """ #! error never closed
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
