# SPDX-License-Identifier: GPL-2.0-or-later
# Two kinds under one name: which one is found is a guess.
#= 1 SensorSubsystem 5 Dish
#! note 13 properties of several kinds are called "Dish"; the first one (SensorProperty) is taken
import App
A = App.SensorProperty_Create("Dish")
A.SetMaxCondition(5)
App.g_kModelPropertyManager.RegisterLocalTemplate(A)
B = App.HullProperty_Create("Dish")
B.SetMaxCondition(6)
App.g_kModelPropertyManager.RegisterLocalTemplate(B)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Dish", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
