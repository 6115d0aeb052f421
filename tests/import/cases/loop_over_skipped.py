# SPDX-License-Identifier: GPL-2.0-or-later
# What is skipped in a loop is looked at in every round: that counts as well.
#! error loop_over_skipped.py:* goes on for too long
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(o):
	for i in range(250):
		for j in range(250):
			assert 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,  #! note 4 the statement is skipped
