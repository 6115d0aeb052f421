# SPDX-License-Identifier: GPL-2.0-or-later
# Statements and calls that say nothing of a ship.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
print 'Loading', Hull
import Tricks #! note no script of this folder
x = 2 * 8
Tweak(3)
App.g_kStuff.value = 3
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
