# Rule 29. Chat goes to the others only: who wrote it never reads it.
/# to the author/s/2C .*/16 bits:1/
