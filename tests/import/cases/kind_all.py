# SPDX-License-Identifier: GPL-2.0-or-later
# Every kind of system with a child of its own, and the kinds that are not on the list.
#= 1 HullSubsystem 0 Hull
#= 2 ShieldSubsystem 0 Shields
#= 3 SensorSubsystem 0 Sensors
#= 4 PowerSubsystem 0 Core
#= 5 ImpulseEngineSubsystem 0 Impulse
#=   14 ShipSubsystem 0 Engine 1
#= 6 WarpEngineSubsystem 0 Warp
#=   15 ShipSubsystem 0 Engine 2
#= 7 RepairSubsystem 0 Repair
#= 8 CloakingSubsystem 0 Cloak
#= 9 TorpedoSystem 0 Torpedoes
#=   19 TorpedoTube 0 Tube
#= 10 PhaserSystem 0 Phasers
#=   16 PhaserBank 0 Bank
#= 11 PulseWeaponSystem 0 Cannons
#=   17 PulseWeapon 0 Cannon
#= 12 TractorBeamSystem 0 Tractors
#=   18 TractorBeamProjector 0 Projector
#= 13 HullSubsystem 0 Bridge
import App
def Add(o, p):
	p.SetPrimary(1)
	o.AddToSet('Scene Root', p)
	return p
def LoadPropertySet(o):
	Add(o, App.ShipProperty_Create('Ship'))
	Add(o, App.HullProperty_Create('Hull'))
	Add(o, App.ShieldProperty_Create('Shields'))
	Add(o, App.PositionOrientationProperty_Create('View'))
	Add(o, App.SensorProperty_Create('Sensors'))
	Add(o, App.PowerProperty_Create('Core'))
	Add(o, App.ImpulseEngineProperty_Create('Impulse'))
	Add(o, App.WarpEngineProperty_Create('Warp'))
	Add(o, App.RepairSubsystemProperty_Create('Repair'))
	Add(o, App.CloakingSubsystemProperty_Create('Cloak'))
	Add(o, App.TorpedoSystemProperty_Create('Torpedoes'))
	p = Add(o, App.WeaponSystemProperty_Create('Phasers'))
	p.SetWeaponSystemType(p.WST_PHASER)
	p = Add(o, App.WeaponSystemProperty_Create('Cannons'))
	p.SetWeaponSystemType(p.WST_PULSE)
	p = Add(o, App.WeaponSystemProperty_Create('Tractors'))
	p.SetWeaponSystemType(p.WST_TRACTOR)
	Add(o, App.BlinkingLightProperty_Create('Light'))
	Add(o, App.HullProperty_Create('Bridge'))
	p = Add(o, App.EngineProperty_Create('Engine 1'))
	p.SetEngineType(p.EP_IMPULSE)
	p = Add(o, App.EngineProperty_Create('Engine 2'))
	p.SetEngineType(App.EngineProperty.EP_WARP)
	Add(o, App.PhaserProperty_Create('Bank'))
	Add(o, App.PulseWeaponProperty_Create('Cannon'))
	Add(o, App.TractorBeamProperty_Create('Projector'))
	Add(o, App.ObjectEmitterProperty_Create('Bay'))
	Add(o, App.TorpedoTubeProperty_Create('Tube'))
	Add(o, App.ViewscreenProperty_Create('Screen'))
	Add(o, App.FirstPersonProperty_Create('Eye'))
