# SPDX-License-Identifier: GPL-2.0-or-later
# Modules of other folders are not read.
#= 1 HullSubsystem 1000 Hull
import App
import Custom.Tools.Phasers #! note "Custom.Tools.Phasers" is no script of this folder
from Custom.Tools import Radius #! note "Custom.Tools" is no script
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
Hull.SetRadius(Radius * 2)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
