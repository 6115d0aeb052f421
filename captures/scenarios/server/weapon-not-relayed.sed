# Rule 29. One opcode is missing in the list of what is relayed: nobody but Sep sees his phasers fire.
/# relayed/s/ 07 \$fire_event.*/ 06 $plain_event DF 00 80 00 u32:0x40000010 $ace_repair/
