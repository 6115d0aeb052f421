# SPDX-License-Identifier: GPL-2.0-or-later
# Texts in all forms: quotes, three quotes, escapes, side by side.
#= 1 HullSubsystem 0 It's
#= 2 HullSubsystem 0 say "x"
#= 3 HullSubsystem 0 A-B
#= 4 HullSubsystem 0 a\\b
#= 5 HullSubsystem 0 two words
#= 6 HullSubsystem 0 Café
#= 7 HullSubsystem 0 Café 2
import App
def Add(o, name):
	p = App.HullProperty_Create(name)
	App.g_kModelPropertyManager.RegisterLocalTemplate(p)
	o.AddToSet('Scene Root', p)
def LoadPropertySet(o):
	Add(o, 'It\'s')
	Add(o, """say "x\"""")
	Add(o, '\101-\102')
	Add(o, 'a\\b')
	Add(o, 'two ' "wor" '''ds''')
	Add(o, 'Caf\351')
	Add(o, 'Café 2')
