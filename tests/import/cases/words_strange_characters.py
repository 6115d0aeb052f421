# SPDX-License-Identifier: GPL-2.0-or-later
# Characters that no script can hold; the statement is skipped.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
x = 5 $ 3 #! note not followed
y? #! note not followed
é = 1 #! note not followed
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
