# SPDX-License-Identifier: GPL-2.0-or-later
# Added without a look whether it is there.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(o):
	p = App.g_kModelPropertyManager.FindByName('Hul', App.TGModelPropertyManager.LOCAL_TEMPLATES) #! note no property "Hul"
	o.AddToSet('Scene Root', p) #! error adds a property that does not exist
