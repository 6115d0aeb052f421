# Rule 31. The host hands the updates of clients on instead of writing its own.
/^repeat 60 as i/,/^end/{
    /^ *game 1C \$ace_ship/{
        p
        s/^.*$/    at 0.205 host > sep/p
        s/^.*$/        game 1C $ace_ship f32:$i*0.2+592 9D | f32:$i*0.4+38 f32:-49 f32:-35 bits:1 u16:0x5E1A | $ace_moves/
    }
}
