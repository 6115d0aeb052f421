# Rule 21. The count is not raised for one message: Sep's own line comes back with the number of the one before.
/^at 27.004/,$s/263/262/
