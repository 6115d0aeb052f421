# SPDX-License-Identifier: GPL-2.0-or-later
# Templates are forgotten.
#= 1 HullSubsystem 2 Hull
import App
A = App.SensorProperty_Create("Hull")
A.SetMaxCondition(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(A)
App.g_kModelPropertyManager.ClearLocalTemplates()
B = App.HullProperty_Create("Hull")
B.SetMaxCondition(2)
App.g_kModelPropertyManager.RegisterLocalTemplate(B)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
