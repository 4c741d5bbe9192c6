/** The operations under test as Zephyr offers them; inline, so that no layer is measured. */
#ifndef CYCLESCOPE_OS_H
#define CYCLESCOPE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zephyr/kernel.h>

#include "cyclescope/inline.h"
#include "cyclescope/level.h"
#include "kernel_trace.h"

/** Maximum numbers of threads and blocks at once. */
#define CYCLESCOPE_MAX_THREADS ((uint32_t)CONFIG_CYCLESCOPE_THREADS)
#define CYCLESCOPE_MAX_BLOCKS ((uint32_t)CONFIG_CYCLESCOPE_BLOCKS)

/** The agent's own priority; smaller numbers are higher priorities. */
#define CYCLESCOPE_PRIORITY CONFIG_CYCLESCOPE_PRIORITY

#define CYCLESCOPE_OS_TICK_HZ CONFIG_SYS_CLOCK_TICKS_PER_SEC

CYCLESCOPE_INLINE uint32_t cyclescope_os_ticks(void) { return (uint32_t)sys_clock_tick_get_32(); }
/** Checks whether the last tick fell between two readings of the clock that were just taken. */
bool cyclescope_os_tick_between(uint32_t start, uint32_t stop);

/** Checks whether threads of equal priority are time-sliced. */
CYCLESCOPE_INLINE bool cyclescope_os_slices_time(void)
{
#ifdef CONFIG_TIMESLICING
    return CONFIG_TIMESLICE_SIZE > 0 && CYCLESCOPE_PRIORITY >= CONFIG_TIMESLICE_PRIORITY;
#else
    return false;
#endif
}
/** Checks whether a thread of lower priority waits until its creator blocks. */
CYCLESCOPE_INLINE bool cyclescope_os_keeps_priorities(void) { return true; }

/** No C library here depends on whether a thread has been created. */
CYCLESCOPE_INLINE void cyclescope_os_make_threaded(void) {}

#ifdef CYCLESCOPE_POSIX
#include "posix_calls.h"
#else
#include "kernel_calls.h"
#endif

#endif
