/** The kernel's time, counted in ticks. */
#ifndef CYCLESCOPE_TIMING_H
#define CYCLESCOPE_TIMING_H

#include <stddef.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "task.h"

/* Not an #if: many configurations cast the rate. */
#define CYCLESCOPE_SLEEP_REFUSED                                                             \
    (configTICK_RATE_HZ < 1000                                                               \
         ? "a tick of FreeRTOS is longer than 1 ms here: needs configTICK_RATE_HZ 1000, or " \
           "more, in FreeRTOSConfig.h"                                                       \
         : NULL)

/** Microseconds since the start, in steps of a tick: the kernel has no finer time. */
CYCLESCOPE_INLINE uint64_t cyclescope_os_time_us(void)
{
    return (uint64_t)xTaskGetTickCount() * 1000000u / configTICK_RATE_HZ;
}
/** Sleeps until the tick that is `ms` away: up to one tick less. */
CYCLESCOPE_INLINE void cyclescope_os_sleep_ms(uint32_t ms) { vTaskDelay(pdMS_TO_TICKS(ms)); }
/** The kernel has only one way to wait. */
CYCLESCOPE_INLINE void cyclescope_os_delay_ms(uint32_t ms) { vTaskDelay(pdMS_TO_TICKS(ms)); }

#endif
