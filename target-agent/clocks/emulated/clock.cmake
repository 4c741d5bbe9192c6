cyclescope_clock(emulated
  SOURCES emulated.c)
