# SPDX-License-Identifier: GPL-2.0-or-later
# A backslash at the end of a line and open brackets continue it.
#= 1 HullSubsystem 1000 Hull
import App
Hull = \
  App.HullProperty_Create( # a comment within brackets
"Hull"

)
Hull.SetMaxCondition(1000)
Hull.SetPrimary\
(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(
Hull)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
