/**
 * Synchronisation, as the oveRTOS project's table for Zephyr names it in its suite `sync`
 * ("Zephyr - zero-heap mode", cross-binding benchmark results, section Zephyr). The table gives names
 * and figures; what a sample contains is documented here, beside each operation.
 *
 * Three cases need a second thread: beside the agent, where it runs while the agent waits and until
 * it yields itself, or below, where it runs while the agent waits. So every sample contains the same
 * two switches, and none depends on when a tick occurs.
 */
#ifndef CYCLESCOPE_SUITE
#define CYCLESCOPE_SUITE "sync"
#endif
#include "contention.h"

#define EVENT_BYTES_OF_TWO_SWITCHES 128u

CYCLESCOPE_BENCH(mutex_lock_unlock, .about = "lock and unlock a free mutex", .begin = create_mutex,
                 .end = check_mutex)
{
    cyclescope_os_mutex_lock(&s_mutex);
    cyclescope_os_mutex_unlock(&s_mutex);
}

static void hold(void *unused)
{
    (void)unused;
    for (;;) {
        cyclescope_os_sem_take(&s_go);
        if (!cyclescope_os_mutex_lock(&s_mutex)) s_two.failures += 1;
        cyclescope_os_sem_give(&s_held);
        s_two.done += 1;
        cyclescope_os_mutex_unlock(&s_mutex);
    }
}

static const char *begin_contention(cyclescope_run *run)
{
    (void)run;
    return create_contended(hold);
}

/* From the agent's lock through the holder's unlock to the agent's own: two switches. */
CYCLESCOPE_BENCH(mutex_contention_2t,
                 .about = "lock a mutex that a thread below holds, get it, and unlock it",
                 .event_bytes = 2u * EVENT_BYTES_OF_TWO_SWITCHES, .begin = begin_contention,
                 .before_each = let_hold, .after_each = count_contention, .end = check_contended)
{
    cyclescope_os_mutex_lock(&s_mutex);
    cyclescope_os_mutex_unlock(&s_mutex);
}

CYCLESCOPE_BENCH(sem_take_give, .about = "take and give a semaphore that holds one",
                 .begin = create_sem, .end = check_sem)
{
    cyclescope_os_sem_take(&s_sem);
    cyclescope_os_sem_give(&s_sem);
}

static void signal_events(void *unused)
{
    (void)unused;
    for (;;) {
        cyclescope_os_yield();
        s_two.done += 1;
        cyclescope_os_event_signal(&s_event);
    }
}

static const char *begin_event(cyclescope_run *run)
{
    (void)run;
    return create_event(signal_events);
}

/* The wait, the switch to the thread that signals, its signal and yield, and the switch back. */
CYCLESCOPE_BENCH(
    event_signal_wait,
    .about = "wait for an event that a thread of the same priority signals, then yields",
    .event_bytes = EVENT_BYTES_OF_TWO_SWITCHES, .begin = begin_event, .end = check_event)
{
    cyclescope_os_event_wait(&s_event);
}

static void signal_conditions(void *unused)
{
    (void)unused;
    for (;;) {
        cyclescope_os_yield();
        s_two.done += 1;
        cyclescope_os_condvar_signal(&s_condvar);
    }
}

static const char *begin_condvar(cyclescope_run *run)
{
    (void)run;
    return create_condvar(signal_conditions);
}

/* As with the event, between locking and unlocking the mutex. */
CYCLESCOPE_BENCH(condvar_signal_wait,
                 .about =
                     "wait, under a mutex, for a condition variable that a thread of the same "
                     "priority signals, then yields",
                 .event_bytes = EVENT_BYTES_OF_TWO_SWITCHES, .begin = begin_condvar,
                 .end = check_condvar)
{
    cyclescope_os_mutex_lock(&s_mutex);
    cyclescope_os_condvar_wait(&s_condvar, &s_mutex);
    cyclescope_os_mutex_unlock(&s_mutex);
}

CYCLESCOPE_BENCH(recursive_mutex_lock_unlock,
                 .about = "lock and unlock a free mutex that its owner may lock again",
                 .begin = create_recursive, .end = check_recursive)
{
    cyclescope_os_recursive_mutex_lock(&s_recursive);
    cyclescope_os_recursive_mutex_unlock(&s_recursive);
}

/* On a system that allocates no objects, creating one fills in existing memory. */
CYCLESCOPE_BENCH(mutex_create_destroy,
                 .about = "create a mutex, in the system's heap, and delete it",
                 .begin = heap_for_mutexes, .end = check_new_mutex)
{
    if (CYCLESCOPE_SELDOM(!cyclescope_os_mutex_new(&s_mutex))) {
        s_two.failures += 1;
    } else {
        cyclescope_os_mutex_delete(&s_mutex);
    }
}

CYCLESCOPE_BENCH(sem_create_destroy,
                 .about = "create a semaphore, in the system's heap, and delete it",
                 .begin = heap_for_sems, .end = check_new_sem)
{
    if (CYCLESCOPE_SELDOM(!cyclescope_os_sem_new(&s_sem, 1, 1))) {
        s_two.failures += 1;
    } else {
        cyclescope_os_sem_delete(&s_sem);
    }
}
