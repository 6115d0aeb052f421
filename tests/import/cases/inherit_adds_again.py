# SPDX-License-Identifier: GPL-2.0-or-later
# A property of the parent is added again.
#= 1 HullSubsystem 5000 Hull
#= 2 SensorSubsystem 200 Sensors
#^ append
#= 1 HullSubsystem 5000 Hull
#= 2 SensorSubsystem 200 Sensors
#= 3 HullSubsystem 5000 Hull
#^ move to end
#= 1 SensorSubsystem 200 Sensors
#= 2 HullSubsystem 5000 Hull
import App
ParentPropertyScript = "ships.Hardpoints.parent_base"
if not ('g_bIsModelPropertyEditor' in dir(App)):
	ParentModule = __import__("ships.Hardpoints.parent_base", globals(), locals(), ['*'])
	reload(ParentModule)
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(5000)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(pObj):
	ParentModule.LoadPropertySet(pObj)
	pObj.AddToSet('Scene Root', Hull) #! note "Hull" was added before
