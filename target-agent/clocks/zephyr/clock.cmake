cyclescope_clock(zephyr
  SOURCES zephyr.c)
