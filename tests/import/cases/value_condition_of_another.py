# SPDX-License-Identifier: GPL-2.0-or-later
# A value read from another property.
#= 1 HullSubsystem 1000 Hull
#= 2 SensorSubsystem 500 Sensors
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
S = App.SensorProperty_Create("Sensors")
S.SetMaxCondition(Hull.GetMaxCondition() / 2)
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
	pObj.AddToSet("Scene Root", S)
