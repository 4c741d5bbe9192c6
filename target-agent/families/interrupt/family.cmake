cyclescope_family(interrupt
  PLACE 70
  ABOUT "latency and activation"
  HELP "An interrupt line that nothing else uses is requested by software: from the request to"
       "the handler, and from the handler to a thread."
  SOURCES interrupt.c
  CMSIS interrupt_cmsis.c)
