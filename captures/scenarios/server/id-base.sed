# Rule 32. The host counts the parts of a ship from another base: its repair subsystem gets the id before its own.
s/\(let ace_repair .*\)18/\117/
