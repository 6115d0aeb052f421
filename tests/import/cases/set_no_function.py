# SPDX-License-Identifier: GPL-2.0-or-later
# No ship at all.
#! error - there is no function LoadPropertySet
import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1000)
