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

def LoadPropertySet(pObj):
	"Sets up the object's properties."
	prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Deflector", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Singularity", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Sublight Drive", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Launchers", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Upper Tube", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Lower Tube", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Lances", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Port Lance", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Star Lance", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Sublight Nozzle", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Eyes", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
	prop = App.g_kModelPropertyManager.FindByName("Workshop", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
