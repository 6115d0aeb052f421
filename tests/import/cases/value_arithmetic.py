# SPDX-License-Identifier: GPL-2.0-or-later
# Hit points that are calculated.
#= 1 HullSubsystem 1500 a
#= 2 HullSubsystem 3 b
#= 3 HullSubsystem 3.5 c
#= 4 HullSubsystem 1 d
#= 5 HullSubsystem 6 e
#= 6 HullSubsystem 0 f
import App
Factor = 1.5
def Add(o, name, value):
	p = App.HullProperty_Create(name)
	p.SetMaxCondition(value) #! note cannot be told and is left out
	o.AddToSet('Scene Root', p)
def LoadPropertySet(o):
	Add(o, 'a', Factor * 1000)
	Add(o, 'b', 7 / 2)
	Add(o, 'c', 7 / 2.0)
	Add(o, 'd', -7 % 4)
	Add(o, 'e', (1 + 2) * 4 - 6)
	Add(o, 'f', 2000000000 + 2000000000)
