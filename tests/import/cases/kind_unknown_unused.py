# SPDX-License-Identifier: GPL-2.0-or-later
# The same, but it is not on the ship.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
X = App.GizmoProperty_Create("Gizmo")
App.g_kModelPropertyManager.RegisterLocalTemplate(X)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
