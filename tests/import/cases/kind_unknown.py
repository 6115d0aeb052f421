# SPDX-License-Identifier: GPL-2.0-or-later
# A kind of property nobody knows: whether it is on the list cannot be told.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
X = App.GizmoProperty_Create("Gizmo") #! error "Gizmo" is a GizmoProperty, and it is not known
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
	pObj.AddToSet("Scene Root", X)
