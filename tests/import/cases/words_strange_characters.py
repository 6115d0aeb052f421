# SPDX-License-Identifier: GPL-2.0-or-later
# A character that no script can hold.
import App
Hull = App.HullProperty_Create("Hull")
x = 5 $ 3 #! error this is not followed
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
