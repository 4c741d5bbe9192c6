# A CMSIS-RTOS2 layer over FreeRTOS, for images whose application does not bring one.
cyclescope_part(cmsis-rtos2
  SOURCES event_flags.c memory_pool.c message_queue.c mutex.c semaphore.c thread.c timer.c)
