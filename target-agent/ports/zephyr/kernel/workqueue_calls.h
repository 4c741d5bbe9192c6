/** A Zephyr work queue of the agent's own, whose thread has a higher priority than the agent's. */
#ifndef CYCLESCOPE_WORKQUEUE_CALLS_H
#define CYCLESCOPE_WORKQUEUE_CALLS_H

#include <stdbool.h>
#include <zephyr/kernel.h>

#include "cyclescope/inline.h"

/** One piece of work; may be submitted repeatedly. */
typedef struct {
    struct k_work work;
    void (*run)(void *argument);
    void *argument;
} cyclescope_os_work;

/** Starts the queue on first use; it keeps running, as older versions of Zephyr cannot stop one. */
void cyclescope_work_queue_start(void);
extern struct k_work_q cyclescope_work_queue;

CYCLESCOPE_INLINE void cyclescope_zephyr_work_main(struct k_work *work)
{
    const cyclescope_os_work *own = CONTAINER_OF(work, cyclescope_os_work, work);
    own->run(own->argument);
}

CYCLESCOPE_INLINE bool cyclescope_os_workqueue_start(cyclescope_os_work *work,
                                                     void (*run)(void *argument), void *argument)
{
    work->run = run;
    work->argument = argument;
    k_work_init(&work->work, cyclescope_zephyr_work_main);
    cyclescope_work_queue_start();
    return true;
}
CYCLESCOPE_INLINE bool cyclescope_os_workqueue_submit(cyclescope_os_work *work)
{
    return k_work_submit_to_queue(&cyclescope_work_queue, &work->work) >= 0;
}
/** Nothing may be submitted afterwards. */
CYCLESCOPE_INLINE void cyclescope_os_workqueue_stop(cyclescope_os_work *work)
{
    struct k_work_sync sync;
    (void)k_work_flush(&work->work, &sync);
}

#endif
