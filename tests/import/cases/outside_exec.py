# SPDX-License-Identifier: GPL-2.0-or-later
# Text that is run as a script.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
exec 'x = 1' #! error this is not followed
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
