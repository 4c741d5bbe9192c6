/** The operations under test as FreeRTOS offers them; inline, so that no layer is measured. */
#ifndef CYCLESCOPE_OS_H
#define CYCLESCOPE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "condvar.h"
#include "cyclescope/inline.h"
#include "event.h"
#include "eventgroup_calls.h"
#include "heap.h"
#include "interrupt_calls.h"
#include "mutex.h"
#include "queue_calls.h"
#include "recursive_mutex.h"
#include "requirements.h"
#include "sem.h"
#include "stream_calls.h"
#include "task.h"
#include "thread.h"
#include "timer_calls.h"
#include "timing.h"
#include "workqueue_calls.h"

/** Ticks per second, and the last count before the counter wraps. */
#define CYCLESCOPE_OS_TICK_HZ configTICK_RATE_HZ
#define CYCLESCOPE_OS_LAST_TICK portMAX_DELAY

CYCLESCOPE_INLINE uint32_t cyclescope_os_ticks(void) { return xTaskGetTickCount(); }
/** Checks whether the last tick fell between two readings of the clock that were just taken. */
bool cyclescope_os_tick_between(uint32_t start, uint32_t stop);

/** Checks whether threads of equal priority are time-sliced. */
CYCLESCOPE_INLINE bool cyclescope_os_slices_time(void) { return configUSE_TIME_SLICING != 0; }
/** Checks whether a thread of lower priority waits until its creator blocks. */
CYCLESCOPE_INLINE bool cyclescope_os_keeps_priorities(void) { return configUSE_PREEMPTION != 0; }
CYCLESCOPE_INLINE void cyclescope_os_yield(void) { taskYIELD(); }

#ifdef CYCLESCOPE_CMSIS
#include "../../parts/cmsis-rtos2/calls.h"
#endif

#endif
