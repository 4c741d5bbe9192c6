/**
 * Two threads that contend for one mutex every time. The published figure of this case jumps between 3
 * and 46 us from one caller to the next, as nothing there forces the contention.
 *
 * Here a thread below the agent holds the mutex whenever the agent locks it: the agent lets it lock
 * the mutex and sleeps until it has. A thread below cannot unlock before the agent waits, so a release
 * between the agent's call and its return is a contention; each is counted.
 */
#ifndef CYCLESCOPE_CONTENTION_H
#define CYCLESCOPE_CONTENTION_H

#include "sync_round.h"

static cyclescope_os_sem s_go;   /* to the helper: lock */
static cyclescope_os_sem s_held; /* from the helper: locked */
static uint32_t s_contentions;
static uint32_t s_done_before;

CYCLESCOPE_UNUSED static void delete_contended(void)
{
    cyclescope_os_sem_delete(&s_go);
    cyclescope_os_sem_delete(&s_held);
    cyclescope_os_mutex_delete(&s_mutex);
}

/** The caller provides the holder, written in the interface under test. */
CYCLESCOPE_INLINE const char *create_contended(void (*holder)(void *unused))
{
    const char *refused = CYCLESCOPE_SEM_REFUSED;
    if (!refused) refused = create_mutex(NULL);
    if (refused) return refused;
    s_contentions = 0;
    const bool go = cyclescope_os_sem_create(&s_go, 0, 1);
    const bool held = go && cyclescope_os_sem_create(&s_held, 0, 1);
    refused = held ? cyclescope_helper_start(holder, CYCLESCOPE_BELOW) : NO_OBJECT;
    if (!refused) return NULL;
    if (held) cyclescope_os_sem_delete(&s_held);
    if (go) cyclescope_os_sem_delete(&s_go);
    cyclescope_os_mutex_delete(&s_mutex);
    return refused;
}

/** Waits until the helper holds the mutex. */
CYCLESCOPE_UNUSED static void let_hold(cyclescope_run *run, uint32_t i)
{
    (void)run;
    (void)i;
    if (!cyclescope_os_sem_give(&s_go)) ++s_two.failures;
    if (!cyclescope_os_sem_take(&s_held)) ++s_two.failures;
    s_done_before = s_two.done;
}

CYCLESCOPE_UNUSED static void count_contention(cyclescope_run *run, uint32_t i)
{
    (void)run;
    (void)i;
    if (s_two.done == s_done_before + 1u) ++s_contentions;
}

CYCLESCOPE_UNUSED static const char *check_contended(cyclescope_run *run)
{
    cyclescope_helper_end();
    delete_contended();
    if (s_two.failures) return "a lock or unlock was refused";
    return s_contentions == count_operations(run) ? NULL
                                                  : "the two threads did not meet every time";
}

#endif
