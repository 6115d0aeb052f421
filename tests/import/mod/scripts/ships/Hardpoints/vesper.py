# SPDX-License-Identifier: GPL-2.0-or-later
# An invented ship of a mod; captures/mod-ship.pcapng shows it on the wire.

import App
import GlobalPropertyTemplates
#################################################
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(4000.000000)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
#################################################
ShieldGenerator = App.ShieldProperty_Create("Deflector")
ShieldGenerator.SetMaxCondition(2000.000000)
ShieldGenerator.SetPrimary(1)
ShieldGenerator.SetMaxShields(ShieldGenerator.FRONT_SHIELDS, 3000.000000)
App.g_kModelPropertyManager.RegisterLocalTemplate(ShieldGenerator)
#################################################
Core = App.PowerProperty_Create("Singularity")
Core.SetMaxCondition(3000.000000)
Core.SetMainBatteryLimit(90000.000000)
App.g_kModelPropertyManager.RegisterLocalTemplate(Core)
#################################################
Impulse = App.ImpulseEngineProperty_Create("Sublight Drive")
Impulse.SetMaxCondition(1500.000000)
Impulse.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Impulse)
#################################################
Torpedoes = App.TorpedoSystemProperty_Create("Launchers")
Torpedoes.SetMaxCondition(1200.000000)
Torpedoes.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Torpedoes)
#################################################
TubeA = App.TorpedoTubeProperty_Create("Upper Tube")
TubeA.SetMaxCondition(600.000000)
App.g_kModelPropertyManager.RegisterLocalTemplate(TubeA)
#################################################
TubeB = App.TorpedoTubeProperty_Create("Lower Tube")
TubeB.SetMaxCondition(600.000000)
App.g_kModelPropertyManager.RegisterLocalTemplate(TubeB)
#################################################
Cannons = App.WeaponSystemProperty_Create("Lances")
Cannons.SetMaxCondition(900.000000)
Cannons.SetPrimary(1)
Cannons.SetWeaponSystemType(Cannons.WST_PULSE)
App.g_kModelPropertyManager.RegisterLocalTemplate(Cannons)
#################################################
PortCannon = App.PulseWeaponProperty_Create("Port Lance")
PortCannon.SetMaxCondition(450.000000)
App.g_kModelPropertyManager.RegisterLocalTemplate(PortCannon)
#################################################
StarCannon = App.PulseWeaponProperty_Create("Star Lance")
StarCannon.SetMaxCondition(450.000000)
App.g_kModelPropertyManager.RegisterLocalTemplate(StarCannon)
#################################################
Engine = App.EngineProperty_Create("Sublight Nozzle")
Engine.SetMaxCondition(700.000000)
Engine.SetEngineType(Engine.EP_IMPULSE)
App.g_kModelPropertyManager.RegisterLocalTemplate(Engine)
#################################################
Sensors = App.SensorProperty_Create("Eyes")
Sensors.SetMaxCondition(800.000000)
App.g_kModelPropertyManager.RegisterLocalTemplate(Sensors)
#################################################
Repair = App.RepairSubsystemProperty_Create("Workshop")
Repair.SetMaxCondition(800.000000)
App.g_kModelPropertyManager.RegisterLocalTemplate(Repair)

NAMES = ["Hull", "Deflector", "Singularity", "Sublight Drive", "Launchers", "Upper Tube", "Lower Tube",
	"Lances", "Port Lance", "Star Lance", "Sublight Nozzle", "Eyes", "Workshop"]

def LoadPropertySet(pObj):
	"Sets up the object's properties."
	for name in NAMES:
		prop = App.g_kModelPropertyManager.FindByName(name, App.TGModelPropertyManager.LOCAL_TEMPLATES)
		if (prop != None):
			pObj.AddToSet("Scene Root", prop)
