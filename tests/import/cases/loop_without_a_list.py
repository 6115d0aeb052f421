# SPDX-License-Identifier: GPL-2.0-or-later
# What a loop goes through cannot be read.
#= 1 HullSubsystem 0 Hull
import App
for i in $: #! note 10 this is not understood
	pass
Hull = App.HullProperty_Create("Hull")
def LoadPropertySet(o):
	o.AddToSet('Scene Root', Hull)
