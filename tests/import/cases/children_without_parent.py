# SPDX-License-Identifier: GPL-2.0-or-later
# Without a primary system children stay in the list.
#= 1 TorpedoSystem 0 T
#~ Primary=false
#= 2 TorpedoTube 0 A
#= 3 PulseWeapon 0 P
import App
T = App.TorpedoSystemProperty_Create("T")
T.SetPrimary(0)
App.g_kModelPropertyManager.RegisterLocalTemplate(T)
A = App.TorpedoTubeProperty_Create("A")
App.g_kModelPropertyManager.RegisterLocalTemplate(A)
P = App.PulseWeaponProperty_Create("P")
App.g_kModelPropertyManager.RegisterLocalTemplate(P)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("T", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("A", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("P", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
