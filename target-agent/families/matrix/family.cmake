cyclescope_family(matrix
  PLACE 150
  ABOUT "matrices, added and multiplied by several threads"
  HELP "Addition and multiplication as in the TWR-K70 paper, in the same work area as sort."
  SOURCES matrix.c
  NEEDS work_area
  LARGE)
