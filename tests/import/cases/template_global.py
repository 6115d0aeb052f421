# SPDX-License-Identifier: GPL-2.0-or-later
# A template of the game's own is taken for no subsystem.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(o):
	o.AddToSet("Scene Root", Hull)
	p = App.g_kModelPropertyManager.FindByName('Hull', App.TGModelPropertyManager.GLOBAL_TEMPLATES) #! note the global template "Hull" is not here
	if (p != None):
		o.AddToSet('Scene Root', p)
