# SPDX-License-Identifier: GPL-2.0-or-later
# A system that says nothing about it is taken as not primary, with a note.
#= 1 TorpedoSystem 0 T
#~ Primary=false
#= 2 TorpedoTube 0 A
import App
T = App.TorpedoSystemProperty_Create("T") #! note does not say whether it is primary
App.g_kModelPropertyManager.RegisterLocalTemplate(T)
A = App.TorpedoTubeProperty_Create("A")
App.g_kModelPropertyManager.RegisterLocalTemplate(A)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("T", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("A", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
