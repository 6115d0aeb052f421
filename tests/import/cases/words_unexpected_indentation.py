# SPDX-License-Identifier: GPL-2.0-or-later
# A line that is indented for no reason.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
  x = 1 #! error indented like none of the blocks
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
