cyclescope_family(time
  PLACE 60
  ABOUT "read the time, delay"
  HELP "The time cases of the oveRTOS table. A delay is refused where the tick is too coarse."
  SOURCES time.c
  BINDINGS time_bindings.c)
