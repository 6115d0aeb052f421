# SPDX-License-Identifier: GPL-2.0-or-later
# Hit points beyond all reason, or below zero.
#= 1 HullSubsystem 0 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1e31) #! note does not lie between
Hull.SetMaxCondition(-1) #! note does not lie between
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
