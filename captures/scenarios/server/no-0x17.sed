# Rule 27. A newcomer is answered with 0x35 and nothing else; here 0x16 takes the numbers of 0x17.
s/\$joined 0[23]/16 bits:1/
