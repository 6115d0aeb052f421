# SPDX-License-Identifier: GPL-2.0-or-later
# The same of a hull, on which nothing depends.
#= 1 HullSubsystem 0 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetPrimary(App.Foo())
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
