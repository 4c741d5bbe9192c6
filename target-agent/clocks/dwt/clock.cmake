cyclescope_clock(dwt
  SOURCES dwt.c)
