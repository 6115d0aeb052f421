# SPDX-License-Identifier: GPL-2.0-or-later
# What an assignment in a skipped block would have changed is not known from there on.
#= 1 HullSubsystem 0 Hull
import App
points = 1000
if App.IsDay(): #! note what depends on it is skipped
	points = 2000
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(points) #! note cannot be told and is left out
def LoadPropertySet(o):
	o.AddToSet('Scene Root', Hull)
