cyclescope_family(context_switch
  PLACE 40
  ABOUT "two threads switch"
  HELP "Two threads of one priority that yield in turn, as in NXP's white paper."
  SOURCES context_switch.c)
