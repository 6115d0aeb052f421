# SPDX-License-Identifier: GPL-2.0-or-later
# if, elif and else; not; comparisons.
#= 1 HullSubsystem 1 a
#= 2 HullSubsystem 2 b
#= 3 HullSubsystem 3 c
#= 4 HullSubsystem 4 d
import App
n = 3
def Add(o, name, value):
	p = App.HullProperty_Create(name)
	p.SetMaxCondition(value)
	o.AddToSet('Scene Root', p)
def LoadPropertySet(o):
	if n == 1:
		Add(o, 'x', 9)
	elif not n <> 3:
		Add(o, 'a', 1)
	else:
		Add(o, 'x', 9)
	if n >= 3: Add(o, 'b', 2)
	if 'x' != 'y':
		if n is not None:
			Add(o, 'c', 3)
	if []: Add(o, 'x', 9)
	else: Add(o, 'd', 4)
