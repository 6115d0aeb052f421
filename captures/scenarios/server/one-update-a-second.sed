# Rule 14. One update a second, of which every fourth has an absolute position: updates are counted instead of seconds.
/^repeat 15 as i/,/^end/c\
repeat 3 as i every 4\
    at 1 host > ace\
        game 1C $ace_ship f32:$i*4+592.83 20 | 02 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF FF\
        game 1C $sep_ship f32:$i*4+592.83 3E | 00 00 7F cf16:1 | $sep_moves | 02 FF 43 64 FF FF FF FF FF FF 64\
    at 2 host > ace\
        game 1C $ace_ship f32:$i*4+593.83 20 | 06 FF 40 FF FF FF FF FF FF FF FF FF\
        game 1C $sep_ship f32:$i*4+593.83 3E | 00 00 7F cf16:2 | $sep_moves | 05 FF FF FF FF FF FF FF FF FF 21 64\
    at 3 host > ace\
        game 1C $ace_ship f32:$i*4+594.83 20 | 08 FF FF FF FF FF 40 FF FF FF\
        game 1C $sep_ship f32:$i*4+594.83 3E | 00 00 7F cf16:3 | $sep_moves | \\\
            06 FF FF FF 43 64 FF FF FF FF FF FF FF 64\
    at 4 host > ace\
        game 1C $ace_ship f32:$i*4+595.83 20 | 0A FF FF FF 20 FF FF FF FF FF FF\
        game 1C $sep_ship f32:$i*4+595.83 3D | f32:58 f32:52 f32:$i*4-20.2 bits:0,1,1,1 | $sep_moves | \\\
            08 FF 64 FF FF FF 64 FF FF FF 64 FF FF FF FF FF FF\
end
