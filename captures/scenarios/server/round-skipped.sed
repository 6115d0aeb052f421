# Rule 25. The round of checksums 2 is skipped; round 1 comes twice in its place.
s/\$ask_round_2$/$ask_round_1/
s/split seq \([0-9]*\) every 0.001 \$round2/game seq \1 $round_1/
s/ack 2 frag 0/ack 2/
/ack 2 frag/d
