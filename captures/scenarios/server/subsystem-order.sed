# Rule 15. Two entries of the ship's list have changed places: the group byte of one stands where the condition of the
# other should.
s/\(20 | \)06 FF 40/\106 40 FF/
