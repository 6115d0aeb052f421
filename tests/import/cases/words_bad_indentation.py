# SPDX-License-Identifier: GPL-2.0-or-later
# A line that is indented like no block around it.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
		prop = None
	pass #! error indented like none of the blocks
