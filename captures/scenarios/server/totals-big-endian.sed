# Rule 33. Totals in the wrong byte order.
s/36 i32:2 i32:1 i32:8640 i32:3 i32:1/36 i32:2 be32:1 be32:8640 i32:3 be32:1/
