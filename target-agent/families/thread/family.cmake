cyclescope_family(thread
  PLACE 30
  ABOUT "create and join, yield, sleep"
  HELP "Threads that all exist at once, as in NXP's white paper, and the thread cases of the"
       "oveRTOS table. Takes most of the memory: CYCLESCOPE_THREADS sets how much."
  SOURCES thread.c thread_calls.c thread_new.c
  CMSIS thread_calls_cmsis.c
  BINDINGS thread_bindings.c)
