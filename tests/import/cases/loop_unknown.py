# SPDX-License-Identifier: GPL-2.0-or-later
# Loops are not followed.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
	for p in App.All(): #! error a loop is not followed
		o.AddToSet('Scene Root', p)
