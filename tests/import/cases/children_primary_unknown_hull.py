# SPDX-License-Identifier: GPL-2.0-or-later
# The same of a hull, on which nothing depends.
#= 1 HullSubsystem 0 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetPrimary(App.Foo())
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
