# SPDX-License-Identifier: GPL-2.0-or-later
# Statements and calls that are not followed and do not matter.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
print 'Loading', Hull #! note not followed
square = lambda x: x * x #! note not followed
class Tool: #! note not followed
	def SetPrimary(self):
		pass
assert 1 #! note not followed
try:
	import Tricks #! note no script of this folder
except:
	pass
x = 2 ** 8 #! note not followed
Tweak(3) #! note nothing is known of "Tweak" #! note the call of "Tweak" is skipped
while x: #! note not followed
	x = 0
App.g_kStuff.value = 3 #! note this assignment is skipped
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
