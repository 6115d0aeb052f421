# SPDX-License-Identifier: GPL-2.0-or-later
# A value read from another property.
#= 1 HullSubsystem 1000 Hull
#= 2 SensorSubsystem 500 Sensors
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
S = App.SensorProperty_Create("Sensors")
S.SetMaxCondition(Hull.GetMaxCondition() / 2)
App.g_kModelPropertyManager.RegisterLocalTemplate(S)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Sensors", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
