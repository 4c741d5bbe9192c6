cyclescope_clock(posix
  SOURCES posix.c)
