# Rule 30. Relayed to everybody instead of everybody else: Ace gets his own torpedo back.
/^at 12.5 host > ace/,/^at 12.538/s/06 \$plain_event.*/19 u32:0x40000008 02 01 | 0D 7A 10 | $sep_ship 00 88 D8 5C/
