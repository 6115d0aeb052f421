# SPDX-License-Identifier: GPL-2.0-or-later
# Statements and calls that say nothing of a ship.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
print 'Loading', Hull
assert 1
try: #! note nothing goes wrong here
	import Tricks #! note no script of this folder
except:
	pass
x = 2 * 8
Tweak(3) #! note nothing is known of "Tweak" #! note the call of "Tweak" is skipped
App.g_kStuff.value = 3 #! note this assignment is skipped
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
