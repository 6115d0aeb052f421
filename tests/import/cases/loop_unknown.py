# SPDX-License-Identifier: GPL-2.0-or-later
# A loop over something unknown.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
	for p in App.All(): #! error the ship may depend on it
		o.AddToSet('Scene Root', p)
