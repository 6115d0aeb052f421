# SPDX-License-Identifier: GPL-2.0-or-later
# Without a primary system children stay in the list.
#= 1 TorpedoSystem 0 T
#~ Primary=false
#= 2 TorpedoTube 0 A
#= 3 PulseWeapon 0 P
import App
T = App.TorpedoSystemProperty_Create("T")
T.SetPrimary(0)
A = App.TorpedoTubeProperty_Create("A")
P = App.PulseWeaponProperty_Create("P")
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", T)
	pObj.AddToSet("Scene Root", A)
	pObj.AddToSet("Scene Root", P)
