# SPDX-License-Identifier: GPL-2.0-or-later
# Colours, points and other helpers are of no interest and no reason for remarks.
#= 1 HullSubsystem 1000 Hull
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
colour = App.TGColorA()
colour.SetRGBA(0.2, 0.4, 1.0, 1.0)
Hull.SetShieldGlowColor(colour)
Forward = App.TGPoint3()
Forward.SetXYZ(0.0, 1.0, 0.0)
Hull.SetOrientation(Forward, Forward)
chain = App.TGString()
chain.SetString('0;Single')
Hull.SetX(chain)
Hull.SetStrength(colour.GetRed() * 3)
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Hull)
