# SPDX-License-Identifier: GPL-2.0-or-later
# The ship's properties are given to somebody who can do anything with them.
import App
import Foundation #! note "Foundation" is no script of this folder
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
def LoadPropertySet(o):
	o.AddToSet('Scene Root', Hull)
	Foundation.Extend(o) #! error "Extend" cannot be followed, but it may change
