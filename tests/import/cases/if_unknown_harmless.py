# SPDX-License-Identifier: GPL-2.0-or-later
# A condition that cannot be told, on which nothing depends.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
if App.IsDay(): #! note what depends on it is skipped
	Hull.SetRadius(5)
	x = 1
else:
	x = 2
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
