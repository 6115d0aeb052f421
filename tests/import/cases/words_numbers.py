# SPDX-License-Identifier: GPL-2.0-or-later
# Numbers as integers, with fractions, exponents, hexadecimal, octal; a long one is not followed.
#= 1 HullSubsystem 1000 a
#= 2 HullSubsystem 1000.5 b
#= 3 HullSubsystem 2500 c
#= 4 HullSubsystem 255 d
#= 5 HullSubsystem 8 e
#= 6 HullSubsystem 0 f
#= 7 HullSubsystem 0.5 g
import App
def Add(o, name, value):
	p = App.HullProperty_Create(name)
	p.SetMaxCondition(value) #! note the value of "SetMaxCondition" cannot be told
	o.AddToSet('Scene Root', p)
def LoadPropertySet(o):
	Add(o, 'a', 1000)
	Add(o, 'b', 1000.500000)
	Add(o, 'c', 2.5e+3)
	Add(o, 'd', 0xFF)
	Add(o, 'e', 010)
	Add(o, 'f', 7L)
	Add(o, 'g', .5)
