# Rule 34. The host does not encipher.
/^endpoint host/s/$/ plain/
