# Rule 17. Bit groups with their count less one: 0x41 is two booleans, not three.
s/bits:1,0,0/41/
