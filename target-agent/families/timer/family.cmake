cyclescope_family(timer
  PLACE 100
  ABOUT "start and stop"
  HELP "The timer case of the oveRTOS table. Refused where the kernel has no software timers."
  SOURCES timer.c
  CMSIS timer_cmsis.c
  BINDINGS timer_bindings.c)
