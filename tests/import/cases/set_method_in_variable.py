# SPDX-License-Identifier: GPL-2.0-or-later
# The method in a variable of its own.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
	add = o.AddToSet
	add('Scene Root', Hull)
