# SPDX-License-Identifier: GPL-2.0-or-later
# str() of a text is that text, of a number its digits; of anything else it cannot be told.
#= 1 HullSubsystem 0 Hull
#= 2 HullSubsystem 0 -12
import App
def LoadPropertySet(o):
	o.AddToSet('Scene Root', App.HullProperty_Create(str("Hull")))
	o.AddToSet('Scene Root', App.HullProperty_Create(str(-12)))
	name = str(App.Something())
