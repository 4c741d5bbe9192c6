/** Adds the agent to your own FreeRTOS application. */
#ifndef CYCLESCOPE_FREERTOS_H
#define CYCLESCOPE_FREERTOS_H

#include <stdbool.h>

/**
 * Creates the agent's thread: call it once, before vTaskStartScheduler(); false: out of memory. Not
 * needed where the program is linked with `-Wl,--wrap=vTaskStartScheduler`.
 */
bool cyclescope_freertos_add(void);

#endif
