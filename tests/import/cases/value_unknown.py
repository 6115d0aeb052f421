# SPDX-License-Identifier: GPL-2.0-or-later
# Hit points that cannot be told are left out; the list does not depend on them.
#= 1 HullSubsystem 0 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(App.GetSomething()) #! note cannot be told and is left out
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
