# Rule 26. Settings with the same slot for all.
s/\(00 f32:[0-9.]* bits:1,0,0\) i8:1 /\1 i8:0 /
