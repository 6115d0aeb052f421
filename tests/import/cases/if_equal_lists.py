# SPDX-License-Identifier: GPL-2.0-or-later
# Lists are equal when all their items are; one that is not known leaves it open, one that differs decides.
#= 1 HullSubsystem 0 equal
#= 2 HullSubsystem 0 not the first
#= 3 HullSubsystem 0 not the last
#= 4 HullSubsystem 0 not decided by the unknown
import App
def Add(o, name):
	o.AddToSet('Scene Root', App.HullProperty_Create(name))
def LoadPropertySet(o):
	if (1, "b", 3) == (1, "b", 3):
		Add(o, "equal")
	if not (0, "b", 3) == (1, "b", 3):
		Add(o, "not the first")
	if not (1, "b", 4) == (1, "b", 3):
		Add(o, "not the last")
	if not (App.Day(), 4) == (1, 3):
		Add(o, "not decided by the unknown")
	if (App.Day(), 3) == (1, 3): #! note 10 what depends on it is skipped
		x = 1
