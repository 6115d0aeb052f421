# SPDX-License-Identifier: GPL-2.0-or-later
# Shield values per facing; a facing that does not exist.
#= 1 ShieldSubsystem 800 Shields
#~ MaxShields=1;2;3;4;5;6
import App
S = App.ShieldProperty_Create("Shields")
S.SetMaxCondition(800)
S.SetMaxShields(S.LEFT_SHIELDS, 5.0)
S.SetMaxShields(S.RIGHT_SHIELDS, 6)
S.SetMaxShields(S.FRONT_SHIELDS, 1)
S.SetMaxShields(App.ShieldProperty.REAR_SHIELDS, 2)
S.SetMaxShields(2, 3)
S.SetMaxShields(S.BOTTOM_SHIELDS, 4)
S.SetMaxShields(6, 1) #! note none of the six sides
S.SetShieldChargePerSecond(S.FRONT_SHIELDS, 9)
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", S)
