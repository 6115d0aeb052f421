# SPDX-License-Identifier: GPL-2.0-or-later
# Hit points beyond all reason, or below zero.
#= 1 HullSubsystem 0 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1e31) #! note cannot be told
Hull.SetMaxCondition(-1) #! note cannot be told
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
