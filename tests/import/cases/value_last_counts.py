# SPDX-License-Identifier: GPL-2.0-or-later
# Set twice, the last value counts; also when it is set after registering.
#= 1 HullSubsystem 3 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1)
Hull.SetMaxCondition(2)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
Hull.SetMaxCondition(3)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
