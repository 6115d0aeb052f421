# SPDX-License-Identifier: GPL-2.0-or-later
# A function that calls itself for ever.
import App
def f(x):
	return f(x) #! error nested too deeply, or calls itself
def LoadPropertySet(o):
	f(o)
