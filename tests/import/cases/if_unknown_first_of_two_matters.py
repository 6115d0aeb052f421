# SPDX-License-Identifier: GPL-2.0-or-later
# A condition that cannot be told; the first statement that depends on it matters, the last one does not.
import App
Hull = App.HullProperty_Create("Hull")
def LoadPropertySet(o):
	if App.IsDay(): #! error the ship may depend on it
		o.AddToSet('Scene Root', Hull)
		x = 1
	o.AddToSet('Scene Root', Hull)
