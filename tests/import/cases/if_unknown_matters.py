# SPDX-License-Identifier: GPL-2.0-or-later
# A condition that cannot be told, on which a subsystem depends.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
	o.AddToSet('Scene Root', Hull)
	if App.IsDay(): #! error it cannot be told whether this holds
		o.AddToSet('Scene Root', Hull)
