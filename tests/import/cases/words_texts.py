# SPDX-License-Identifier: GPL-2.0-or-later
# Texts in all forms: quotes, three quotes, escapes, side by side, raw.
#= 1 HullSubsystem 0 It's
#= 2 HullSubsystem 0 say "x"
#= 3 HullSubsystem 0 A-B
#= 4 HullSubsystem 0 a\\b
#= 5 HullSubsystem 0 two words
#= 6 HullSubsystem 0 Café
#= 7 HullSubsystem 0 Café 2
#= 8 HullSubsystem 0 a\\qb
import App
def Add(o, name):
	p = App.HullProperty_Create(name)
	App.g_kModelPropertyManager.RegisterLocalTemplate(p)
	o.AddToSet('Scene Root', p)
def LoadPropertySet(o):
	Add(o, 'It\'s')
	Add(o, """say "x\"""")
	Add(o, '\x41-\102')
	Add(o, r'a\b')
	Add(o, 'two ' "wor" '''ds''')
	Add(o, 'Caf\xE9')
	Add(o, 'Café 2')
	Add(o, 'a\qb')
