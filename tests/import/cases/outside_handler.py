# SPDX-License-Identifier: GPL-2.0-or-later
# What is done about errors matters.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
	try: #! error what is done about errors here is not followed
		o.AddToSet('Scene Root', Hull)
	except:
		return
