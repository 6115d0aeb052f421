# SPDX-License-Identifier: GPL-2.0-or-later
# Loops on which nothing depends; what they store is not known from there on.
#= 1 HullSubsystem 0 Hull
import App
points = 5
for i in (1, 2): #! note this is not followed; it is skipped
	points = points * 2
while points > 3: #! note this is not followed; it is skipped
	if points == 7: break
	points = points - 1
else:
	radius = 3
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(points) #! note cannot be told and is left out
def LoadPropertySet(o):
	for i in []: pass #! note this is not followed
	o.AddToSet('Scene Root', Hull)
