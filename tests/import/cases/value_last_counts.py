# SPDX-License-Identifier: GPL-2.0-or-later
# Set twice, the last value counts; also when it is set after registering.
#= 1 HullSubsystem 3 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1)
Hull.SetMaxCondition(2)
Hull.SetMaxCondition(3)
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
