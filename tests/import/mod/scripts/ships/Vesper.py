# SPDX-License-Identifier: GPL-2.0-or-later
# The ship script of an invented ship: its model, and which hardpoint script it has.

import App


def GetShipStats():
	kShipStats = {
		"FilenameHigh": "data/Models/Ships/Vesper/Vesper.nif",
		"Name": "Vesper",
		"HardpointFile": "vesper",
	}
	return kShipStats


def LoadModel(bPreLoad = 0):
	pStats = GetShipStats()
	if (not App.g_kLODModelManager.Contains(pStats["Name"])):
		App.g_kLODModelManager.Create(pStats["Name"])
