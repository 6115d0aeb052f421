# Rule 2. Fragments of 100 bytes.
s/\(split seq [0-9]*\) \(every 0.001 25\)/\1 size 100 \2/
