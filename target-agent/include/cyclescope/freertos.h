/** The agent in an application of one's own under FreeRTOS. */
#ifndef CYCLESCOPE_FREERTOS_H
#define CYCLESCOPE_FREERTOS_H

#include <stdbool.h>

/**
 * Adds the agent's thread: call it once, before vTaskStartScheduler(); false: there is no memory for
 * it. Not needed where the program is linked with `-Wl,--wrap=vTaskStartScheduler`.
 */
bool cyclescope_freertos_add(void);

#endif
