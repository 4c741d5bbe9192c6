cyclescope_family(workqueue
  PLACE 120
  ABOUT "submit and execute"
  HELP "The work queue case of the oveRTOS table: a function that a thread of the kernel's"
       "executes."
  SOURCES workqueue.c
  BINDINGS workqueue_bindings.c
  NEEDS work_queue)
