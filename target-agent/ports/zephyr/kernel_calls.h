/** The measured calls, in Zephyr's kernel API. */
#ifndef CYCLESCOPE_KERNEL_CALLS_H
#define CYCLESCOPE_KERNEL_CALLS_H

#include "heap.h"
#include "kernel/eventgroup_calls.h"
#include "kernel/interrupt_calls.h"
#include "kernel/mutex.h"
#include "kernel/queue_calls.h"
#include "kernel/sem.h"
#include "kernel/stream_calls.h"
#include "kernel/thread.h"
#include "kernel/timer_calls.h"
#include "kernel/timing.h"
#include "kernel/workqueue_calls.h"

#endif
