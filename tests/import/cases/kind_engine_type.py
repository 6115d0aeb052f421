# SPDX-License-Identifier: GPL-2.0-or-later
# Impulse is what an engine is by itself.
#= 1 ImpulseEngineSubsystem 0 I
#=   3 ShipSubsystem 0 A
#= 2 WarpEngineSubsystem 0 W
#=   4 ShipSubsystem 0 B
import App
I = App.ImpulseEngineProperty_Create("I")
I.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(I)
W = App.WarpEngineProperty_Create("W")
W.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(W)
A = App.EngineProperty_Create("A")
App.g_kModelPropertyManager.RegisterLocalTemplate(A)
B = App.EngineProperty_Create("B")
B.SetEngineType(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(B)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("I", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("W", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("A", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("B", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
