// map
