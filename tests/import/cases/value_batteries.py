# SPDX-License-Identifier: GPL-2.0-or-later
# Battery limits.
#= 1 PowerSubsystem 70 Core
#~ MainBattery=250000
#~ BackupBattery=80000
import App
Core = App.PowerProperty_Create("Core")
Core.SetMaxCondition(70)
Core.SetMainBatteryLimit(250000.0)
Core.SetBackupBatteryLimit(80000)
Core.SetMainConduitCapacity(1)
def LoadPropertySet(pObj):
	pObj.AddToSet("Scene Root", Core)
