cyclescope_clock(systick
  SOURCES systick.c)
