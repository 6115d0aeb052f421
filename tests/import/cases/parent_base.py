# SPDX-License-Identifier: GPL-2.0-or-later
# The parent of the scripts inherit_*.
#= 1 HullSubsystem 1000 Hull
#= 2 SensorSubsystem 200 Sensors
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
Sensors = App.SensorProperty_Create("Sensors")
Sensors.SetMaxCondition(200)
App.g_kModelPropertyManager.RegisterLocalTemplate(Sensors)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Sensors", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
