/**
 * Template of a port: it compiles and refuses everything. PORTING.md describes the next steps:
 * replace one include at a time by your own header, and delete the reason above it.
 */
#ifndef CYCLESCOPE_OS_H
#define CYCLESCOPE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cyclescope/inline.h"

/* If the kernel ticks: return its count, and define CYCLESCOPE_OS_TICK_HZ. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_ticks(void) { return 0; }
CYCLESCOPE_INLINE bool cyclescope_os_tick_between(uint32_t start, uint32_t stop)
{
    (void)start;
    (void)stop;
    return false;
}

#define CYCLESCOPE_THREAD_REFUSED "this port has no threads yet"
#define CYCLESCOPE_HELPER_REFUSED "this port has no second thread yet"
#include "../../parts/none/thread.h"

#define CYCLESCOPE_SLEEP_REFUSED "this port cannot sleep yet"
#include "../../parts/none/timing.h"

#define CYCLESCOPE_HEAP_REFUSED "this port has no heap yet"
#include "../../parts/none/heap.h"

#define CYCLESCOPE_MUTEX_REFUSED "this port has no mutexes yet"
#include "../../parts/none/mutex.h"

#define CYCLESCOPE_RECURSIVE_MUTEX_REFUSED "this port has no recursive mutexes yet"
#include "../../parts/none/recursive_mutex.h"

#define CYCLESCOPE_SEM_REFUSED "this port has no semaphores yet"
#include "../../parts/none/sem.h"

#define CYCLESCOPE_EVENT_REFUSED "this port has no events yet"
#include "../../parts/none/event.h"

#define CYCLESCOPE_CONDVAR_REFUSED "this port has no condition variables yet"
#include "../../parts/none/condvar.h"

#define CYCLESCOPE_QUEUE_REFUSED "this port has no queues yet"
#define CYCLESCOPE_QUEUE_HEAP_REFUSED "this port allocates no queues yet"
#include "../../parts/none/queue_calls.h"

#define CYCLESCOPE_STREAM_REFUSED "this port has no streams yet"
#include "../../parts/none/stream_calls.h"

#define CYCLESCOPE_TIMER_REFUSED "this port has no timers yet"
#include "../../parts/none/timer_calls.h"

#define CYCLESCOPE_EVENTGROUP_REFUSED "this port has no event groups yet"
#include "../../parts/none/eventgroup_calls.h"

#define CYCLESCOPE_WORKQUEUE_REFUSED "this port has no work queue yet"
#include "../../parts/none/workqueue_calls.h"

#define CYCLESCOPE_INTERRUPT_REFUSED "this port requests no interrupts yet"
#define CYCLESCOPE_SUSPEND_REFUSED "this port suspends no threads yet"
#include "../../parts/none/interrupt_calls.h"

#endif
