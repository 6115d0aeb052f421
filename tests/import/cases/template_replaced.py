# SPDX-License-Identifier: GPL-2.0-or-later
# Registered again under the same name and kind, the second one counts.
#= 1 HullSubsystem 2 Hull
import App
A = App.HullProperty_Create("Hull")
A.SetMaxCondition(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(A)
B = App.HullProperty_Create("Hull")
B.SetMaxCondition(2)
App.g_kModelPropertyManager.RegisterLocalTemplate(B)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
