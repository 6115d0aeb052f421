# SPDX-License-Identifier: GPL-2.0-or-later
# Arguments by position and by default.
#= 1 HullSubsystem 5 a
#= 2 HullSubsystem 7 b
#= 3 HullSubsystem 9 c
import App
def Make(name, value = 5, *ignored):
	pass
def Make(name, value = 5):
	p = App.HullProperty_Create(name)
	p.SetMaxCondition(value)
	return p
def LoadPropertySet(o):
	o.AddToSet('Scene Root', Make('a'))
	o.AddToSet('Scene Root', Make('b', 3 + 4))
	o.AddToSet('Scene Root', Make('c', 9))
