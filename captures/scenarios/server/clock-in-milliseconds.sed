# Rule 28. The clock of the host counts milliseconds.
/ host > /,/ > host/{
    s/\(1C \$[a-z]*_ship f32:[^ ]*\)/\1*1000/
    s/\( 00 f32:[0-9.]*\) /\1*1000 /
}
