# SPDX-License-Identifier: GPL-2.0-or-later
# The same of a hull, on which nothing depends: it is refused alike.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetPrimary(App.Foo()) #! error whether this system is a primary one
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
