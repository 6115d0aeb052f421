# SPDX-License-Identifier: GPL-2.0-or-later
# Loops are not followed: what they make is not known.
import App
decks = []
for i in range(1, 6): #! error this is not followed, and the ship may depend on it
	p = App.HullProperty_Create('Deck ' + str(i))
	p.SetPrimary(1)
	decks.append(p)
def LoadPropertySet(o):
	o.AddToSet('Scene Root', decks[0])
