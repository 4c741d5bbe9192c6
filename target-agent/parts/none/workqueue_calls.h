/** For systems without work queues: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_WORKQUEUE_CALLS_H
#define CYCLESCOPE_NO_WORKQUEUE_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"

typedef struct {
    bool exists;
} cyclescope_os_work;

CYCLESCOPE_INLINE bool cyclescope_os_workqueue_start(cyclescope_os_work *work,
                                                     void (*run)(void *argument), void *argument)
{
    (void)work;
    (void)run;
    (void)argument;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_workqueue_submit(cyclescope_os_work *work)
{
    (void)work;
    return false;
}
CYCLESCOPE_INLINE void cyclescope_os_workqueue_stop(cyclescope_os_work *work) { (void)work; }

#endif
