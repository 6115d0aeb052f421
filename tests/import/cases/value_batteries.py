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
App.g_kModelPropertyManager.RegisterLocalTemplate(Core)
def LoadPropertySet(pObj):
	prop = App.g_kModelPropertyManager.FindByName("Core", App.TGModelPropertyManager.LOCAL_TEMPLATES)
	if (prop != None):
		pObj.AddToSet("Scene Root", prop)
