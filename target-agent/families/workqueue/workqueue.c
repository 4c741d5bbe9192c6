/**
 * Work queue, as oveRTOS's tables for Zephyr name it (suite workqueue): work is submitted, the queue's
 * thread does it and gives a semaphore, and the submitter takes it. So a sample lasts from the
 * submission until the submitter continues with the work done, including two switches, whatever the
 * priority of the queue's thread.
 */
#include "cyclescope/bench.h"

static cyclescope_os_work s_work;
static cyclescope_os_sem s_done;
static volatile uint32_t s_runs;
static uint32_t s_submitted;
static uint32_t s_wrong;

static void work(void *unused)
{
    (void)unused;
    s_runs += 1u;
    if (!cyclescope_os_sem_give(&s_done)) ++s_wrong;
}

static const char *start(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_WORKQUEUE_REFUSED;
    if (!refused) refused = CYCLESCOPE_SEM_REFUSED;
    if (refused) return refused;
    s_runs = s_submitted = s_wrong = 0;
    if (!cyclescope_os_sem_create(&s_done, 0, 1)) return "the semaphore could not be created";
    if (cyclescope_os_workqueue_start(&s_work, work, NULL)) return NULL;
    cyclescope_os_sem_delete(&s_done);
    return "the work queue could not be started";
}

static const char *stop(cyclescope_run *run)
{
    (void)run;
    cyclescope_os_workqueue_stop(&s_work);
    const uint32_t left = cyclescope_os_sem_count(&s_done);
    cyclescope_os_sem_delete(&s_done);
    if (s_wrong) return "work was refused, or its end was not reported";
    return s_runs == s_submitted && !left ? NULL : "work was not done exactly once";
}

CYCLESCOPE_BENCH(submit_execute, .about = "submit work and wait until another thread has done it",
                 .iterations = 500, .event_bytes = 256u, .begin = start, .end = stop)
{
    s_submitted += 1u;
    if (CYCLESCOPE_SELDOM(!cyclescope_os_workqueue_submit(&s_work) ||
                          !cyclescope_os_sem_take(&s_done))) {
        ++s_wrong;
    }
}
