# Rule 34. The host enciphers from byte 0 on.
/^endpoint host/s/$/ whole/
