// timelines
