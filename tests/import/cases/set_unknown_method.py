# SPDX-License-Identifier: GPL-2.0-or-later
# A method of the set that nobody knows.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
	o.AddToSet('Scene Root', Hull)
	o.RemoveFromSet(Hull) #! error it is not known what "RemoveFromSet" does
