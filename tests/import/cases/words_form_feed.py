# SPDX-License-Identifier: GPL-2.0-or-later
# Form feeds begin pages, and lines.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")

Hull.SetMaxCondition(1000)
 def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
