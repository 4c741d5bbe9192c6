/**
 * Lets a benchmark's file be compiled a second time with these calls in place of the kernel's own.
 * Objects are created outside of windows, in memory that the layer allocates. Where CMSIS-RTOS2 has
 * no call, the kernel's remains.
 */
#ifndef CYCLESCOPE_CMSIS_CALLS_H
#define CYCLESCOPE_CMSIS_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/* The project's own where it has one: then its folder is on the path instead of this one. */
#include <cmsis_os2.h>

#include "calls/mutex.h"
/* Its own calls take a mutex. */
#include "calls/condvar.h"
#include "calls/event.h"
#include "calls/eventgroup.h"
#include "calls/interrupt.h"
#include "calls/pool.h"
#include "calls/queue.h"
#include "calls/sem.h"
#include "calls/thread.h"
#include "calls/timer.h"

#endif
