/**
 * Shared by the operations in thread_calls.c and thread_new.c for every interface under test: the
 * second thread, and the checks after every round.
 */
#ifndef CYCLESCOPE_THREAD_ROUND_H
#define CYCLESCOPE_THREAD_ROUND_H

#include "../common/helper.h"

static cyclescope_os_sem s_ping;
static cyclescope_os_sem s_pong;
static cyclescope_os_thread s_child;
static volatile uint32_t s_turns; /* of the second thread */
static uint32_t s_not_made;
static volatile cyclescope_os_thread_id s_self;
static cyclescope_os_thread_id s_self_before;

CYCLESCOPE_UNUSED static void take_a_turn(void *unused)
{
    (void)unused;
    s_turns += 1u;
}

/** Creates a ready thread below the agent, which does not run when others yield. */
CYCLESCOPE_UNUSED static const char *create_below(cyclescope_run *run)
{
    (void)run;
    s_turns = 0;
    return cyclescope_helper_start(take_a_turn, CYCLESCOPE_BELOW);
}

CYCLESCOPE_UNUSED static const char *check_below(cyclescope_run *run)
{
    (void)run;
    const bool ran = s_turns != 0;
    cyclescope_helper_end();
    return ran ? "a yield let a thread of lower priority run" : NULL;
}

CYCLESCOPE_UNUSED static const char *note_self(cyclescope_run *run)
{
    (void)run;
    s_self = s_self_before = cyclescope_os_thread_self();
    return NULL;
}

CYCLESCOPE_UNUSED static const char *check_self(cyclescope_run *run)
{
    (void)run;
    return s_self == s_self_before ? NULL : "one thread was given two names";
}

CYCLESCOPE_UNUSED static void delete_turns(void)
{
    cyclescope_os_sem_delete(&s_ping);
    cyclescope_os_sem_delete(&s_pong);
}

/** Starts the answering thread; it must wait for its turn before the first sample. */
CYCLESCOPE_INLINE const char *create_turns(void (*answer)(void *unused))
{
    const char *refused = CYCLESCOPE_SEM_REFUSED;
    if (refused) return refused;
    if (cyclescope_os_slices_time()) return "needs time slicing switched off";
    s_turns = 0;
    const bool ping = cyclescope_os_sem_create(&s_ping, 0, 1);
    const bool pong = ping && cyclescope_os_sem_create(&s_pong, 0, 1);
    refused = pong ? cyclescope_helper_start(answer, CYCLESCOPE_BESIDE)
                   : "there is no memory for the semaphores";
    if (refused) {
        if (ping) cyclescope_os_sem_delete(&s_ping);
        if (pong) cyclescope_os_sem_delete(&s_pong);
        return refused;
    }
    (void)cyclescope_os_sem_give(&s_ping);
    (void)cyclescope_os_sem_take(&s_pong);
    return NULL;
}

CYCLESCOPE_UNUSED static const char *check_turns(cyclescope_run *run)
{
    const uint32_t expected = run->first + run->count + 1u;
    const bool taken = s_turns == expected && cyclescope_os_sem_count(&s_ping) == 0 &&
                       cyclescope_os_sem_count(&s_pong) == 0;
    cyclescope_helper_end();
    delete_turns();
    return taken ? NULL : "the two threads did not take turns";
}

CYCLESCOPE_UNUSED static const char *prepare_child(cyclescope_run *run)
{
    (void)run;
    const char *no_heap = CYCLESCOPE_HEAP_REFUSED;
    const char *no_threads = CYCLESCOPE_THREAD_REFUSED;
    if (no_heap || no_threads) return no_heap ? no_heap : no_threads;
    if (!cyclescope_os_keeps_priorities()) return "needs strict priority scheduling";
    s_not_made = 0;
    cyclescope_os_thread_prepare(&s_child, take_a_turn, NULL);
    return NULL;
}

/** Checks that a thread such as the operation creates can run. */
CYCLESCOPE_UNUSED static const char *check_child(cyclescope_run *run)
{
    (void)run;
    if (s_not_made) return "a thread could not be created";
    s_turns = 0;
    cyclescope_os_thread_prepare(&s_child, take_a_turn, NULL);
    if (!cyclescope_os_thread_new(&s_child)) return "a thread could not be created";
    cyclescope_os_thread_announce(&s_child);
    cyclescope_os_thread_join(&s_child);
    return s_turns == 1u ? NULL : "a new thread did not run exactly once";
}

#endif
