# SPDX-License-Identifier: GPL-2.0-or-later
# Added to another place than the root of the scene.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
	o.AddToSet('Saucer', Hull) #! note something else than "Scene Root"
