cyclescope_family(sync
  PLACE 50
  ABOUT "mutexes, semaphores, events, condition variables"
  HELP "The sync cases of the oveRTOS table, a contended mutex among them."
  SOURCES sync.c
  CMSIS sync_cmsis.c
  BINDINGS sync_bindings.c)
