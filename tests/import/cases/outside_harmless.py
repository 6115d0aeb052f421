# SPDX-License-Identifier: GPL-2.0-or-later
# Statements and calls that are not followed and do not matter.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
print 'Loading', Hull #! note 1 print is not followed; the statement is skipped
square = lambda x: x * x #! note 10 lambda
class Tool: #! note 1 not understood
	def SetPrimary(self):
		pass
assert 1 #! note 1 not understood
try:
	import Tricks #! note 9 no script of this folder
except:
	pass
x = 2 ** 8 #! note 10 powers
Tweak(3) #! note 1 nothing is known of "Tweak" #! note 1 the call of "Tweak" is skipped
while x: #! note 1 not understood
	x = 0
App.g_kStuff.value = 3 #! note 14 this assignment is skipped
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
