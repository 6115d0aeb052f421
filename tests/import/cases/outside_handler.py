# SPDX-License-Identifier: GPL-2.0-or-later
# What is done about errors is left out: it is a guess that there is none.
#= 1 HullSubsystem 1000 Hull
#= 2 HullSubsystem 500 Bridge
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Bridge = App.HullProperty_Create("Bridge")
Bridge.SetMaxCondition(500)
def LoadPropertySet(o):
	try: #! note nothing goes wrong here
		o.AddToSet('Scene Root', Hull)
	except IOError, problem:
		return
	except:
		o.AddToSet('Scene Root', Hull)
	else:
		o.AddToSet('Scene Root', Bridge)
