# SPDX-License-Identifier: GPL-2.0-or-later
# A kind of property nobody knows: whether it is on the list cannot be told.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
X = App.GizmoProperty_Create("Gizmo") #! error "Gizmo" is a GizmoProperty, and it is not known
App.g_kModelPropertyManager.RegisterLocalTemplate(X)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Gizmo", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
