cyclescope_family(queue
  PLACE 90
  ABOUT "send and receive"
  HELP "The queue cases of the oveRTOS table."
  SOURCES queue.c
  CMSIS queue_cmsis.c
  BINDINGS queue_bindings.c)
