# SPDX-License-Identifier: GPL-2.0-or-later
# Something unknown is registered; only a name that is not found can depend on it.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
App.g_kModelPropertyManager.RegisterLocalTemplate(App.Make()) #! note cannot be told what this registers
def LoadPropertySet(o):
	p = App.g_kModelPropertyManager.FindByName('X', App.TGModelPropertyManager.LOCAL_TEMPLATES) #! note no property "X"
	if p: #! error it cannot be told whether this holds
		o.AddToSet('Scene Root', p)
