/** The operations under test as POSIX threads and the C library offer them; inline, so that no layer is measured. */
#ifndef CYCLESCOPE_OS_H
#define CYCLESCOPE_OS_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "condvar.h"
#include "cyclescope/inline.h"
#include "event.h"
#include "eventgroup_calls.h"
#include "interrupt_calls.h"
#include "mutex.h"
#include "queue_calls.h"
#include "sem.h"
#include "stream_calls.h"
#include "thread.h"
#include "timer_calls.h"
#include "timing.h"
#include "workqueue_calls.h"

/** Maximum number of blocks at once. */
#ifndef CYCLESCOPE_MAX_BLOCKS
#define CYCLESCOPE_MAX_BLOCKS 2000u
#endif

/** The kernel's tick is invisible to programs: no sample is flagged, which the facts report. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_ticks(void) { return 0; }
CYCLESCOPE_INLINE bool cyclescope_os_tick_between(uint32_t start, uint32_t stop)
{
    (void)start;
    (void)stop;
    return false;
}

CYCLESCOPE_INLINE void *cyclescope_os_malloc(size_t bytes) { return malloc(bytes); }
CYCLESCOPE_INLINE void cyclescope_os_free(void *block) { free(block); }
/** Returns the memory that the kernel could give to the heap. */
size_t cyclescope_os_heap_free(void);

/**
 * Checks whether threads are time-sliced or run in parallel: true without SCHED_FIFO on one CPU.
 */
bool cyclescope_os_slices_time(void);
/** Checks whether a thread of lower priority waits until its creator blocks. */
CYCLESCOPE_INLINE bool cyclescope_os_keeps_priorities(void) { return !cyclescope_os_slices_time(); }
CYCLESCOPE_INLINE void cyclescope_os_yield(void) { sched_yield(); }

#endif
