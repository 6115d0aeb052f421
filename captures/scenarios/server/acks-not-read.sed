# Rule 24. Acks are not read: the last line for Sep goes out again and again.
$a\
at 28.004 host > sep\
    game seq 263 2C i32:3 str16:"no, good night"\
at 28.041 sep > host\
    ack 263\
at 29.004 host > sep\
    game seq 263 2C i32:3 str16:"no, good night"\
at 29.041 sep > host\
    ack 263\
at 31.004 host > sep\
    game seq 263 2C i32:3 str16:"no, good night"\
at 31.041 sep > host\
    ack 263\
at 34.004 host > sep\
    game seq 263 2C i32:3 str16:"no, good night"\
at 34.041 sep > host\
    ack 263\
at 38.004 host > sep\
    game seq 263 2C i32:3 str16:"no, good night"\
at 38.041 sep > host\
    ack 263\
at 43.004 host > sep\
    game seq 263 2C i32:3 str16:"no, good night"\
at 43.041 sep > host\
    ack 263
