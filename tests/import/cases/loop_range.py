# SPDX-License-Identifier: GPL-2.0-or-later
# Loops over numbers and lists, names put together.
#= 1 HullSubsystem 10 Deck 1
#= 2 HullSubsystem 20 Deck 2
#= 3 HullSubsystem 0 A-0
#= 4 HullSubsystem 0 B-1
import App
decks = []
for i in range(1, 6):
	if i == 3: break
	p = App.HullProperty_Create('Deck ' + str(i))
	p.SetMaxCondition(10 * i)
	decks.append(p)
for (letter, number) in [('A', 0), ('B', 1)]:
	decks.append(App.HullProperty_Create('%s-%d' % (letter, number)))
def LoadPropertySet(o):
	for i in range(len(decks)):
		o.AddToSet('Scene Root', decks[i])
