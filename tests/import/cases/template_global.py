# SPDX-License-Identifier: GPL-2.0-or-later
# What other templates there are cannot be told.
import App
def LoadPropertySet(o):
	p = App.g_kModelPropertyManager.FindByName('Hull', App.TGModelPropertyManager.GLOBAL_TEMPLATES) #! note 34 cannot be told which property
	if p: #! error 5 the ship depends on it
		o.AddToSet('Scene Root', p)
