# SPDX-License-Identifier: GPL-2.0-or-later
# AddToSet takes two values.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(o):
	o.AddToSet(Hull) #! error takes two values
