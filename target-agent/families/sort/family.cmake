cyclescope_family(sort
  PLACE 140
  ABOUT "integers, sorted by several threads"
  HELP "Selection sort and quicksort as in the TWR-K70 paper. The numbers are in the work"
       "area."
  SOURCES sort.c
  NEEDS work_area
  LARGE)
