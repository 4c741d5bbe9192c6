cyclescope_port(posix
  OS linux
  SOURCES counters.c host.c interrupt.c machine.c port.c queue.c realtime.c stream.c system_file.c
          threads.c timer.c work_area.c
  HEADLINE no_kernel_events.c
  TRACED kernel_events.c trace_format.c trace_ring.c tracefs.c tracepoints.c
  NATIVE native/sync.c native/thread.c native/queue.c native/stream.c
  CLOCKS posix)
