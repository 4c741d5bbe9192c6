# A CMSIS-RTOS2 of our own over FreeRTOS, for images in which no application brings one.
cyclescope_part(cmsis-rtos2
  SOURCES event_flags.c memory_pool.c message_queue.c mutex.c semaphore.c thread.c timer.c)
