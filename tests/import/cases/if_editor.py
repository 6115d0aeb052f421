# SPDX-License-Identifier: GPL-2.0-or-later
# All ways to ask for the editor of the game's makers.
#= 1 HullSubsystem 1 a
#= 2 HullSubsystem 2 b
import App
def Add(o, name, value):
	p = App.HullProperty_Create(name)
	p.SetMaxCondition(value)
	o.AddToSet('Scene Root', p)
def LoadPropertySet(o):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		Add(o, 'a', 1)
	if 'g_bIsModelPropertyEditor' not in dir(App): Add(o, 'b', 2)
