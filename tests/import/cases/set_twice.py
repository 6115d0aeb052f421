# SPDX-License-Identifier: GPL-2.0-or-later
# The same property added twice.
#= 1 HullSubsystem 1000 Hull
#^ append
#= 1 HullSubsystem 1000 Hull
#= 2 HullSubsystem 1000 Hull
#^ move to end
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
	o.AddToSet('Scene Root', Hull)
	o.AddToSet('Scene Root', Hull) #! note "Hull" was added before
