# SPDX-License-Identifier: GPL-2.0-or-later
# A statement that is not followed but names what matters.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
while 1: #! error not followed, and the ship may depend
	Hull.SetPrimary(0)
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
