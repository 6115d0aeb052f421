# SPDX-License-Identifier: GPL-2.0-or-later
# A tab is worth eight columns, as the game sees it.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(o):
        prop = App.g_kModelPropertyManager.FindByName('Hull', App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if 1:
	        o.AddToSet('Scene Root', prop)
