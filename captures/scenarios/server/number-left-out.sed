# Rule 22. One count for all players: what is for Ace alone leaves a hole in the numbers for Sep.
/^at 26.003/,/^at 26.004/s/262/263/
/^at 27.004/,$s/263/264/
$a\
at 48 host > sep\
    game seq 265 06 $plain_event DF 00 80 00 u32:0x40000010 $ace_repair\
at 48.04 sep > host\
    ack 265
