# SPDX-License-Identifier: GPL-2.0-or-later
# A list that a loop fills is not known any more.
import App
names = []
for i in (1, 2): #! note this is not followed; it is skipped
	names.append("x")
Hull = App.HullProperty_Create("Hull")
def LoadPropertySet(o):
	if len(names) == 0: #! error it cannot be told whether this holds
		o.AddToSet('Scene Root', Hull)
