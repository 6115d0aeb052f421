# SPDX-License-Identifier: GPL-2.0-or-later
# A second name for the same property.
#= 1 HullSubsystem 1000 Hull
import App
a = b = App.HullProperty_Create("Hull")
c = b
d = App.x = 1000
c.SetMaxCondition(d)
e = (a, 1)[0]
App.g_kModelPropertyManager.RegisterLocalTemplate(e)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
