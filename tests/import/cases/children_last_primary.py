# SPDX-License-Identifier: GPL-2.0-or-later
# Children go to the last primary system of their kind, in the order of the list.
#= 1 PhaserSystem 0 First
#= 3 PhaserSystem 0 Second
#=   2 PhaserBank 0 Early
#=   5 PhaserBank 0 Late
#=   6 PhaserBank 0 Latest
#= 4 PhaserSystem 0 Third
#~ Primary=false
import App
a = App.WeaponSystemProperty_Create("First")
a.SetWeaponSystemType(1)
a.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(a)
b = App.WeaponSystemProperty_Create("Second")
b.SetWeaponSystemType(1)
b.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(b)
c = App.WeaponSystemProperty_Create("Third")
c.SetWeaponSystemType(1)
c.SetPrimary(0)
App.g_kModelPropertyManager.RegisterLocalTemplate(c)
Early = App.PhaserProperty_Create("Early")
App.g_kModelPropertyManager.RegisterLocalTemplate(Early)
Late = App.PhaserProperty_Create("Late")
App.g_kModelPropertyManager.RegisterLocalTemplate(Late)
Latest = App.PhaserProperty_Create("Latest")
App.g_kModelPropertyManager.RegisterLocalTemplate(Latest)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("First", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Early", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Second", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Third", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Late", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Latest", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
