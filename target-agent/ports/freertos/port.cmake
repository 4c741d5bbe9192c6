cyclescope_port(freertos
  OS freertos
  SOURCES facts.c kernel_trace.c port.c record_cost.c start.c stream.c threads.c
  NATIVE native/sync.c native/thread.c native/queue.c native/stream.c
  AUTOSTART autostart.c
  AUTOSTART_OPTIONS -Wl,--wrap=vTaskStartScheduler
  PARTS cortex-m systemview
  WORK_AREA static_memory
  CLOCKS dwt systick emulated)
