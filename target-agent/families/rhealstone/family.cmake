cyclescope_family(rhealstone
  PLACE 80
  ABOUT "the six tests of the CMSIS-RTOS paper"
  HELP "Yield, semaphores, messages, memory, activation and interrupt latency, part by part."
  SOURCES rhealstone.c rhealstone_memory.c rhealstone_interrupt.c
  CMSIS rhealstone_cmsis.c rhealstone_memory_cmsis.c rhealstone_interrupt_cmsis.c
  LARGE)
