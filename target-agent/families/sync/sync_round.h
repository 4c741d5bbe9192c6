/**
 * Shared by the operations in sync.c for every interface under test: the objects, their preparation,
 * and the checks after every round.
 */
#ifndef CYCLESCOPE_SYNC_ROUND_H
#define CYCLESCOPE_SYNC_ROUND_H

#include "../common/helper.h"

#define NO_OBJECT "there is no memory for the objects"
#define NOT_MADE "an object could not be created"

static cyclescope_os_mutex s_mutex;
static cyclescope_os_recursive_mutex s_recursive;
static cyclescope_os_sem s_sem;
static cyclescope_os_event s_event;
static cyclescope_os_condvar s_condvar;

/** Shared state of the two threads. */
static volatile struct {
    uint32_t done; /* by the helper */
    uint32_t failures;
} s_two;

/** Number of operations started in this round. */
CYCLESCOPE_INLINE uint32_t count_operations(const cyclescope_run *run)
{
    return run->first + run->count;
}

CYCLESCOPE_INLINE void restart(void)
{
    cyclescope_os_make_threaded();
    s_two.done = 0;
    s_two.failures = 0;
}

CYCLESCOPE_UNUSED static const char *create_mutex(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_MUTEX_REFUSED;
    if (refused) return refused;
    restart();
    return cyclescope_os_mutex_create(&s_mutex) ? NULL : NO_OBJECT;
}

CYCLESCOPE_UNUSED static bool mutex_works(void)
{
    return cyclescope_os_mutex_lock(&s_mutex) && cyclescope_os_mutex_is_held(&s_mutex) &&
           cyclescope_os_mutex_unlock(&s_mutex) && !cyclescope_os_mutex_is_held(&s_mutex);
}

CYCLESCOPE_UNUSED static const char *check_mutex(cyclescope_run *run)
{
    (void)run;
    const bool held = cyclescope_os_mutex_is_held(&s_mutex);
    const bool works = !held && mutex_works();
    cyclescope_os_mutex_delete(&s_mutex);
    if (held) return "the mutex is still locked at the end";
    return works ? NULL : "a lock or unlock was refused";
}

CYCLESCOPE_UNUSED static const char *create_recursive(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_RECURSIVE_MUTEX_REFUSED;
    if (refused) return refused;
    restart();
    return cyclescope_os_recursive_mutex_create(&s_recursive) ? NULL : NO_OBJECT;
}

/** Checks that the owner may lock it twice and must unlock it twice. */
CYCLESCOPE_UNUSED static const char *check_recursive(cyclescope_run *run)
{
    (void)run;
    const bool held = cyclescope_os_recursive_mutex_unlock(&s_recursive);
    const bool twice = cyclescope_os_recursive_mutex_lock(&s_recursive) &&
                       cyclescope_os_recursive_mutex_lock(&s_recursive) &&
                       cyclescope_os_recursive_mutex_unlock(&s_recursive) &&
                       cyclescope_os_recursive_mutex_unlock(&s_recursive);
    cyclescope_os_recursive_mutex_delete(&s_recursive);
    if (held) return "the mutex is still locked at the end";
    return twice ? NULL : "the owner could not lock the mutex twice";
}

CYCLESCOPE_UNUSED static const char *create_sem(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_SEM_REFUSED;
    if (refused) return refused;
    restart();
    return cyclescope_os_sem_create(&s_sem, 1, 1) ? NULL : NO_OBJECT;
}

CYCLESCOPE_UNUSED static bool sem_holds_one(void)
{
    return cyclescope_os_sem_try_take(&s_sem) && !cyclescope_os_sem_try_take(&s_sem) &&
           cyclescope_os_sem_give(&s_sem) && cyclescope_os_sem_try_take(&s_sem);
}

CYCLESCOPE_UNUSED static const char *check_sem(cyclescope_run *run)
{
    (void)run;
    const bool holds = sem_holds_one();
    cyclescope_os_sem_delete(&s_sem);
    return holds ? NULL : "the semaphore does not hold what it held before";
}

CYCLESCOPE_UNUSED static const char *heap_for_mutexes(cyclescope_run *run)
{
    (void)run;
    const char *no_heap = CYCLESCOPE_HEAP_REFUSED;
    const char *no_mutex = CYCLESCOPE_MUTEX_REFUSED;
    restart();
    return no_heap ? no_heap : no_mutex;
}

/** Checks that an object such as the operation creates can also be used. */
CYCLESCOPE_UNUSED static const char *check_new_mutex(cyclescope_run *run)
{
    (void)run;
    if (s_two.failures || !cyclescope_os_mutex_new(&s_mutex)) return NOT_MADE;
    const bool works = mutex_works();
    cyclescope_os_mutex_delete(&s_mutex);
    return works ? NULL : "a lock or unlock was refused";
}

CYCLESCOPE_UNUSED static const char *heap_for_sems(cyclescope_run *run)
{
    (void)run;
    const char *no_heap = CYCLESCOPE_HEAP_REFUSED;
    const char *no_sem = CYCLESCOPE_SEM_REFUSED;
    restart();
    return no_heap ? no_heap : no_sem;
}

CYCLESCOPE_UNUSED static const char *check_new_sem(cyclescope_run *run)
{
    (void)run;
    if (s_two.failures || !cyclescope_os_sem_new(&s_sem, 1, 1)) return NOT_MADE;
    const bool holds = sem_holds_one();
    cyclescope_os_sem_delete(&s_sem);
    return holds ? NULL : "a new semaphore does not hold what it was given";
}

/** Starts the signalling thread; it is in its first yield when this returns. */
CYCLESCOPE_INLINE const char *create_signaller(void (*signaller)(void *unused))
{
    if (cyclescope_os_slices_time()) return "needs time slicing switched off";
    const char *refused = cyclescope_helper_start(signaller, CYCLESCOPE_BESIDE);
    if (refused) return refused;
    cyclescope_os_yield();
    return NULL;
}

CYCLESCOPE_INLINE const char *create_event(void (*signaller)(void *unused))
{
    const char *refused = CYCLESCOPE_EVENT_REFUSED;
    if (refused) return refused;
    restart();
    if (!cyclescope_os_event_create(&s_event)) return NO_OBJECT;
    refused = create_signaller(signaller);
    if (refused) cyclescope_os_event_delete(&s_event);
    return refused;
}

/** Expects one signal per wait: fewer, and a wait returned without one; more, and one took two waits. */
CYCLESCOPE_INLINE const char *check_signals(const cyclescope_run *run)
{
    return s_two.done == count_operations(run) ? NULL : "not every wait was ended by one signal";
}

CYCLESCOPE_UNUSED static const char *check_event(cyclescope_run *run)
{
    cyclescope_helper_end();
    cyclescope_os_event_delete(&s_event);
    return check_signals(run);
}

CYCLESCOPE_INLINE const char *create_condvar(void (*signaller)(void *unused))
{
    const char *refused = CYCLESCOPE_CONDVAR_REFUSED;
    if (refused) return refused;
    refused = create_mutex(NULL);
    if (refused) return refused;
    const bool created = cyclescope_os_condvar_create(&s_condvar);
    refused = created ? create_signaller(signaller) : NO_OBJECT;
    if (!refused) return NULL;
    if (created) cyclescope_os_condvar_delete(&s_condvar);
    cyclescope_os_mutex_delete(&s_mutex);
    return refused;
}

CYCLESCOPE_UNUSED static const char *check_condvar(cyclescope_run *run)
{
    cyclescope_helper_end();
    cyclescope_os_condvar_delete(&s_condvar);
    cyclescope_os_mutex_delete(&s_mutex);
    return check_signals(run);
}

#endif
