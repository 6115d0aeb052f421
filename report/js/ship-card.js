// ship-card
