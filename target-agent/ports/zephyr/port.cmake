# MEASURED is compiled like the application. UART and POSIX are added on request.
cyclescope_port(zephyr
  SOURCES facts.c port.c start.c stream.c
  MEASURED threads.c
  HEADLINE no_kernel_trace.c
  TRACED kernel_trace.c record_cost.c
  UART uart.c
  POSIX posix_objects.c posix_threads.c
  NATIVE native/sync.c native/thread.c native/queue.c native/stream.c
  PARTS cortex-m
  TRACED_PARTS systemview
  UART_PARTS uart
  WORK_AREA static_memory
  WORK_QUEUE work_queue.c
  CLOCKS emulated dwt zephyr)
