# SPDX-License-Identifier: GPL-2.0-or-later
# Large numbers are written with all their digits, not as powers of ten.
#= 1 HullSubsystem 999999 a
#= 2 HullSubsystem 1000000 b
#= 3 HullSubsystem 2500000 c
#= 4 HullSubsystem 0.125 d
import App
def Add(o, name, points):
	p = App.HullProperty_Create(name)
	p.SetMaxCondition(points)
	o.AddToSet('Scene Root', p)
def LoadPropertySet(o):
	Add(o, 'a', 999999)
	Add(o, 'b', 1000000)
	Add(o, 'c', 2500000.0)
	Add(o, 'd', 0.125)
