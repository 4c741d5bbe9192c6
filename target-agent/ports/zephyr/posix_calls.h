/** The measured calls, in POSIX on Zephyr. */
#ifndef CYCLESCOPE_POSIX_CALLS_H
#define CYCLESCOPE_POSIX_CALLS_H

/* A benchmark's file is compiled twice; the linker needs distinct names. */
#define cyclescope_os_helper cyclescope_posix_helper

#include "heap.h"
#include "posix/thread.h"
#include "posix/timing.h"

#include "../posix/condvar.h"
#include "../posix/eventgroup_calls.h"
#include "../posix/mutex.h"
#include "../posix/queue_calls.h"
#include "../posix/sem.h"
#include "../posix/timer_calls.h"
#include "../posix/workqueue_calls.h"

#define CYCLESCOPE_EVENT_REFUSED "POSIX has no events"
#include "../../parts/none/event.h"
#define CYCLESCOPE_STREAM_REFUSED "Zephyr has no POSIX pipes"
#include "../../parts/none/stream_calls.h"
#define CYCLESCOPE_INTERRUPT_REFUSED "POSIX has no interrupts"
#define CYCLESCOPE_SUSPEND_REFUSED "POSIX suspends no threads"
#include "../../parts/none/interrupt_calls.h"

#endif
