# SPDX-License-Identifier: GPL-2.0-or-later
# A type of weapon system that does not exist.
import App
Weapons = App.WeaponSystemProperty_Create("Weapons") #! error 15 only phasers, pulse weapons and tractor beams are known
Weapons.SetWeaponSystemType(-1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Weapons)
def LoadPropertySet(o):
	o.AddToSet('Scene Root', Weapons)
