# SPDX-License-Identifier: GPL-2.0-or-later
# Brackets within brackets within brackets.
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
x = ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) #! error brackets or blocks are nested too deeply
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
