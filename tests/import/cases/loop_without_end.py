# SPDX-License-Identifier: GPL-2.0-or-later
# A loop that takes for ever.
#! error loop_without_end.py:* goes on for too long
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(o):
	for i in range(9000):
		for j in range(9000):
			pass
