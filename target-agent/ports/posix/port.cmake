# Tested without real-time priority, which the agent asks for when it starts: no priorities decide
# there.
cyclescope_port(posix
  OS linux
  SOURCES counters.c host.c interrupt.c machine.c port.c queue.c realtime.c stream.c system_file.c
          threads.c timer.c work_area.c
  HEADLINE no_kernel_events.c
  TRACED kernel_events.c trace_format.c trace_ring.c tracefs.c tracepoints.c
  NATIVE native/sync.c native/thread.c native/queue.c native/stream.c
  CLOCKS posix
  TESTED interrupt.c queue.c realtime.c system_file.c threads.c timer.c
  TEST_DEFINES _GNU_SOURCE CYCLESCOPE_TRACED=0
  MAY_REFUSE threads_run_below yield_passes_the_turn higher_runs_at_once lower_waits
             helper_ends_anywhere mutexes_wake_by_priority semaphores_wake_by_priority handlers_give
             handlers_resume eventgroups_keep_bits work_is_done_once)
