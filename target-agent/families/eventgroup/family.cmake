cyclescope_family(eventgroup
  PLACE 110
  ABOUT "set and get bits"
  HELP "The event group case of the oveRTOS table. Refused where the kernel has no event"
       "groups."
  SOURCES eventgroup.c
  CMSIS eventgroup_cmsis.c
  BINDINGS eventgroup_bindings.c)
