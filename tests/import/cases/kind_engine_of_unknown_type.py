# SPDX-License-Identifier: GPL-2.0-or-later
# An engine of a type that does not exist.
import App
A = App.EngineProperty_Create("A") #! error the type of engine "A" is 2
A.SetEngineType(2)
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", A)
