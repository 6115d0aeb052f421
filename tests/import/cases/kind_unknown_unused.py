# SPDX-License-Identifier: GPL-2.0-or-later
# The same, but it is not on the ship.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
X = App.GizmoProperty_Create("Gizmo")
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
