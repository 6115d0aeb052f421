# SPDX-License-Identifier: GPL-2.0-or-later
# AddToSet takes two values.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
	o.AddToSet(Hull) #! error takes two values
