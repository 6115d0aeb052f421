# SPDX-License-Identifier: GPL-2.0-or-later
# Nothing hangs on a condition.
import App
Hull = App.HullProperty_Create("Hull")
if 1:
	# Nothing.
Hull.SetMaxCondition(1000) #! error a block is missing here
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
