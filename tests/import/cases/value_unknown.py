# SPDX-License-Identifier: GPL-2.0-or-later
# Hit points that cannot be told are left out; the list does not depend on them.
#= 1 HullSubsystem 0 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(App.GetSomething()) #! note cannot be told and is left out
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
