# SPDX-License-Identifier: GPL-2.0-or-later
# Nothing is added.
#! error - puts no subsystem on the ship
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
	pass
