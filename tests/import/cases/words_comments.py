# SPDX-License-Identifier: GPL-2.0-or-later
# Comments and blank lines anywhere mean nothing, whatever their indentation.
#= 1 HullSubsystem 1000 Hull
import App
      # deeper


Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)   # Hull.SetPrimary(0)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
#Hull.SetMaxCondition(5)
def LoadPropertySet(pObj):
# at the left
	prop = App.g_kModelPropertyManager.FindByName('Hull', App.TGModelPropertyManager.LOCAL_TEMPLATES)

			# far right
	if prop != None:

		pObj.AddToSet('Scene Root', prop)
# the end