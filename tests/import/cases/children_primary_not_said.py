# SPDX-License-Identifier: GPL-2.0-or-later
# A system that says nothing about it is taken as not primary, with a note.
#= 1 TorpedoSystem 0 T
#~ Primary=false
#= 2 TorpedoTube 0 A
import App
T = App.TorpedoSystemProperty_Create("T") #! note does not say whether it is primary
A = App.TorpedoTubeProperty_Create("A")
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", T)
	pObj.AddToSet("Scene Root", A)
