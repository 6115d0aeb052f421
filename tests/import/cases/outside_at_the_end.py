# SPDX-License-Identifier: GPL-2.0-or-later
# Statements that are not followed, each the last of its block: what stands behind the block is.
#= 1 HullSubsystem 1000 Hull
#= 2 HullSubsystem 500 Bridge
import App
def Say():
	if 1:
		x = 2 ** 8
Hull = App.HullProperty_Create("Hull")
if 1:
	x = 2 ** 8 #! note not followed
else:
	x = 2 ** 8
Hull.SetMaxCondition(1000)
try:
	x = 2 ** 8 #! note not followed
except:
	pass
Bridge = App.HullProperty_Create("Bridge")
Bridge.SetMaxCondition(500)
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
	pObj.AddToSet("Scene Root", Bridge)
	if 1:
		x = 2 ** 8 #! note not followed
