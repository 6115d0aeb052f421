# SPDX-License-Identifier: GPL-2.0-or-later
# Impulse is what an engine is by itself.
#= 1 ImpulseEngineSubsystem 0 I
#=   3 ShipSubsystem 0 A
#= 2 WarpEngineSubsystem 0 W
#=   4 ShipSubsystem 0 B
import App
I = App.ImpulseEngineProperty_Create("I")
I.SetPrimary(1)
W = App.WarpEngineProperty_Create("W")
W.SetPrimary(1)
A = App.EngineProperty_Create("A")
B = App.EngineProperty_Create("B")
B.SetEngineType(1)
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", I)
	pObj.AddToSet("Scene Root", W)
	pObj.AddToSet("Scene Root", A)
	pObj.AddToSet("Scene Root", B)
