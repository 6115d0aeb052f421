# SPDX-License-Identifier: GPL-2.0-or-later
# Whether a system is primary cannot be told, and tubes depend on it.
import App
T = App.TorpedoSystemProperty_Create("T")
T.SetPrimary(App.Foo()) #! error whether this system is a primary one
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", T)
