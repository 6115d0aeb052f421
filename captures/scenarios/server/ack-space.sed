# Rule 23. The host acknowledges types below 0x32 as if they were game messages: bit 1 of the flags is never set.
/ host > /,/ > host/s/^\( *ack [0-9]*\) low/\1/
