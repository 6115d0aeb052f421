# SPDX-License-Identifier: GPL-2.0-or-later
# A parent that calls back.
#! error inherit_circle_calls.py:6 "inherit_circle_caller" is its own parent
import App
import inherit_circle_calls
def LoadPropertySet(pObj):
	if not ('g_bIsModelPropertyEditor' in dir(App)):
		inherit_circle_calls.LoadPropertySet(pObj)
	prop = App.g_kModelPropertyManager.FindByName("Repair", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
