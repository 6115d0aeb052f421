# Rule 21. Numbers of 8 bits: after 255 comes 0.
s/ \$k\*20+\$j+22/&%256/
s/\(seq\|ack\) 262/\1 6/
s/\(seq\|ack\) 263/\1 7/
