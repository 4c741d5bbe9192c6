/**
 * The operations of families/sync/sync.c in Zephyr's own calls, typed out. Their twins in the suite `sync`
 * make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_sync"
#include "../../../families/sync/contention.h"

#define EVENT_BYTES_OF_TWO_SWITCHES 128u

CYCLESCOPE_BENCH(mutex_lock_unlock, .about = "k_mutex_lock and k_mutex_unlock on a free mutex",
                 .begin = create_mutex, .end = check_mutex)
{
    k_mutex_lock(&s_mutex, K_FOREVER);
    k_mutex_unlock(&s_mutex);
}

static void hold(void *unused)
{
    (void)unused;
    for (;;) {
        k_sem_take(&s_go, K_FOREVER);
        if (k_mutex_lock(&s_mutex, K_FOREVER) != 0) s_two.failures += 1;
        k_sem_give(&s_held);
        s_two.done += 1;
        k_mutex_unlock(&s_mutex);
    }
}

static const char *begin_contention(cyclescope_run *run)
{
    (void)run;
    return create_contended(hold);
}

CYCLESCOPE_BENCH(mutex_contention_2t,
                 .about = "k_mutex_lock on a mutex that a thread below holds, then k_mutex_unlock",
                 .event_bytes = 2u * EVENT_BYTES_OF_TWO_SWITCHES, .begin = begin_contention,
                 .before_each = let_hold, .after_each = count_contention, .end = check_contended)
{
    k_mutex_lock(&s_mutex, K_FOREVER);
    k_mutex_unlock(&s_mutex);
}

CYCLESCOPE_BENCH(sem_take_give, .about = "k_sem_take and k_sem_give on a semaphore that holds one",
                 .begin = create_sem, .end = check_sem)
{
    k_sem_take(&s_sem, K_FOREVER);
    k_sem_give(&s_sem);
}

static void signal_events(void *unused)
{
    (void)unused;
    for (;;) {
        k_yield();
        s_two.done += 1;
        k_sem_give(&s_event);
    }
}

static const char *begin_event(cyclescope_run *run)
{
    (void)run;
    return create_event(signal_events);
}

CYCLESCOPE_BENCH(event_signal_wait,
                 .about =
                     "k_sem_take on a semaphore that a thread of the same priority gives, "
                     "then calls k_yield",
                 .event_bytes = EVENT_BYTES_OF_TWO_SWITCHES, .begin = begin_event,
                 .end = check_event)
{
    k_sem_take(&s_event, K_FOREVER);
}

static void signal_conditions(void *unused)
{
    (void)unused;
    for (;;) {
        k_yield();
        s_two.done += 1;
        k_condvar_signal(&s_condvar);
    }
}

static const char *begin_condvar(cyclescope_run *run)
{
    (void)run;
    return create_condvar(signal_conditions);
}

CYCLESCOPE_BENCH(condvar_signal_wait,
                 .about =
                     "k_condvar_wait, which a thread of the same priority ends by "
                     "k_condvar_signal, then calls k_yield",
                 .event_bytes = EVENT_BYTES_OF_TWO_SWITCHES, .begin = begin_condvar,
                 .end = check_condvar)
{
    k_mutex_lock(&s_mutex, K_FOREVER);
    k_condvar_wait(&s_condvar, &s_mutex, K_FOREVER);
    k_mutex_unlock(&s_mutex);
}

CYCLESCOPE_BENCH(recursive_mutex_lock_unlock,
                 .about = "k_mutex_lock and k_mutex_unlock: every mutex of Zephyr's is recursive",
                 .begin = create_recursive, .end = check_recursive)
{
    k_mutex_lock(&s_recursive, K_FOREVER);
    k_mutex_unlock(&s_recursive);
}

CYCLESCOPE_BENCH(mutex_create_destroy, .about = "k_mutex_init: Zephyr deletes no mutex",
                 .begin = heap_for_mutexes, .end = check_new_mutex)
{
    if (CYCLESCOPE_SELDOM(k_mutex_init(&s_mutex) != 0)) s_two.failures += 1;
}

CYCLESCOPE_BENCH(sem_create_destroy, .about = "k_sem_init: Zephyr deletes no semaphore",
                 .begin = heap_for_sems, .end = check_new_sem)
{
    if (CYCLESCOPE_SELDOM(k_sem_init(&s_sem, 1, 1) != 0)) s_two.failures += 1;
}
