# SPDX-License-Identifier: GPL-2.0-or-later
# Several statements on a line, and blocks behind the colon.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull"); Hull.SetMaxCondition(1000);Hull.SetPrimary(1);
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
def LoadPropertySet(o): pass; p = App.g_kModelPropertyManager.FindByName('Hull', App.TGModelPropertyManager.LOCAL_TEMPLATES); o.AddToSet('Scene Root', p)
