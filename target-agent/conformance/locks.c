/** Mutexes, semaphores, events and condition variables. */
#include "conformance.h"

#define YIELDS 3u

static cyclescope_os_mutex s_mutex;
static cyclescope_os_recursive_mutex s_recursive;
static cyclescope_os_sem s_arrived;
static cyclescope_os_sem s_done;
static cyclescope_os_sem s_sem;
static cyclescope_os_event s_event;
static cyclescope_os_condvar s_condvar;
static volatile uint32_t s_entered;

static void yield_some(void)
{
    for (uint32_t n = 0; n < YIELDS; ++n) cyclescope_os_yield();
}

CYCLESCOPE_NEEDS(mutexes_are_held, CYCLESCOPE_MUTEX_REFUSED)
CYCLESCOPE_BENCH(mutexes_are_held, .about = "a mutex is held from its lock to its unlock",
                 CYCLESCOPE_PROMISE(mutexes_are_held))
{
    for (uint32_t round = 0; round < 2u; ++round) {
        if (!cyclescope_os_mutex_create(&s_mutex)) {
            expect(false, "a mutex can be created in the memory of a deleted one");
            return;
        }
        expect(!cyclescope_os_mutex_is_held(&s_mutex), "a new mutex is not held");
        expect(cyclescope_os_mutex_lock(&s_mutex), "a free mutex can be locked");
        expect(cyclescope_os_mutex_is_held(&s_mutex), "a locked mutex is held");
        expect(cyclescope_os_mutex_unlock(&s_mutex), "its owner can unlock it");
        expect(!cyclescope_os_mutex_is_held(&s_mutex), "an unlocked mutex is not held");
        cyclescope_os_mutex_delete(&s_mutex);
    }
}

CYCLESCOPE_NEEDS(mutexes_on_the_heap, either(CYCLESCOPE_MUTEX_REFUSED, CYCLESCOPE_HEAP_REFUSED))
CYCLESCOPE_BENCH(mutexes_on_the_heap,
                 .about = "a mutex in the system's memory works like any other",
                 CYCLESCOPE_PROMISE(mutexes_on_the_heap))
{
    if (!cyclescope_os_mutex_new(&s_mutex)) {
        expect(false, "a mutex can be created");
        return;
    }
    expect(cyclescope_os_mutex_lock(&s_mutex) && cyclescope_os_mutex_is_held(&s_mutex) &&
               cyclescope_os_mutex_unlock(&s_mutex) && !cyclescope_os_mutex_is_held(&s_mutex),
           "it can be locked and unlocked");
    cyclescope_os_mutex_delete(&s_mutex);
}

static bool create_meeting(void)
{
    s_entered = 0;
    const bool first = cyclescope_os_sem_create(&s_arrived, 0, 1);
    const bool second = first && cyclescope_os_sem_create(&s_done, 0, 1);
    expect(second, "a semaphore can be created");
    if (first && !second) cyclescope_os_sem_delete(&s_arrived);
    return second;
}

static void delete_meeting(void)
{
    cyclescope_os_sem_delete(&s_arrived);
    cyclescope_os_sem_delete(&s_done);
}

static void enter(void *unused)
{
    (void)unused;
    cyclescope_os_sem_give(&s_arrived);
    expect(cyclescope_os_mutex_lock(&s_mutex), "a mutex can be waited for");
    s_entered += 1u;
    expect(cyclescope_os_mutex_unlock(&s_mutex), "its owner can unlock it");
    cyclescope_os_sem_give(&s_done);
}

static const char *two_at_a_mutex(void)
{
    return either(CYCLESCOPE_MUTEX_REFUSED,
                  either(CYCLESCOPE_SEM_REFUSED, CYCLESCOPE_HELPER_REFUSED));
}

CYCLESCOPE_NEEDS(mutexes_exclude, two_at_a_mutex())
CYCLESCOPE_BENCH(mutexes_exclude, .about = "nobody else enters while a mutex is held",
                 CYCLESCOPE_PROMISE(mutexes_exclude))
{
    if (!create_meeting()) return;
    if (cyclescope_os_mutex_create(&s_mutex)) {
        cyclescope_os_mutex_lock(&s_mutex);
        if (start_helper(enter, CYCLESCOPE_BESIDE)) {
            cyclescope_os_sem_take(&s_arrived);
            yield_some();
            expect(s_entered == 0, "a held mutex keeps the other thread out");
            cyclescope_os_mutex_unlock(&s_mutex);
            cyclescope_os_sem_take(&s_done);
            expect(s_entered == 1u, "an unlocked mutex lets the other thread in");
            end_helper();
        }
        cyclescope_os_mutex_delete(&s_mutex);
    } else {
        expect(false, "a mutex can be created");
    }
    delete_meeting();
}

CYCLESCOPE_NEEDS(mutexes_wake_by_priority, either(two_at_a_mutex(), needs_priorities()))
CYCLESCOPE_BENCH(mutexes_wake_by_priority,
                 .about = "an unlock lets a higher thread that waits run at once",
                 CYCLESCOPE_PROMISE(mutexes_wake_by_priority))
{
    if (!create_meeting()) return;
    if (cyclescope_os_mutex_create(&s_mutex)) {
        cyclescope_os_mutex_lock(&s_mutex);
        if (start_helper(enter, CYCLESCOPE_ABOVE)) {
            expect(cyclescope_os_sem_count(&s_arrived) == 1u && s_entered == 0,
                   "a higher thread waits for a held mutex");
            cyclescope_os_mutex_unlock(&s_mutex);
            expect(s_entered == 1u, "the higher thread runs before the unlock returns");
            end_helper();
        }
        cyclescope_os_mutex_delete(&s_mutex);
    } else {
        expect(false, "a mutex can be created");
    }
    delete_meeting();
}

CYCLESCOPE_NEEDS(recursive_mutexes_count, CYCLESCOPE_RECURSIVE_MUTEX_REFUSED)
CYCLESCOPE_BENCH(recursive_mutexes_count,
                 .about = "its owner unlocks a recursive mutex as often as it locked",
                 CYCLESCOPE_PROMISE(recursive_mutexes_count))
{
    if (!cyclescope_os_recursive_mutex_create(&s_recursive)) {
        expect(false, "a recursive mutex can be created");
        return;
    }
    for (uint32_t n = 0; n < 3u; ++n) {
        expect(cyclescope_os_recursive_mutex_lock(&s_recursive), "its owner can lock it again");
    }
    for (uint32_t n = 0; n < 3u; ++n) {
        expect(cyclescope_os_recursive_mutex_unlock(&s_recursive), "it can be unlocked as often");
    }
    expect(!cyclescope_os_recursive_mutex_unlock(&s_recursive),
           "unlocking it more often than it was locked is refused");
    cyclescope_os_recursive_mutex_delete(&s_recursive);
}

static void enter_recursive(void *unused)
{
    (void)unused;
    cyclescope_os_sem_give(&s_arrived);
    cyclescope_os_recursive_mutex_lock(&s_recursive);
    s_entered += 1u;
    cyclescope_os_recursive_mutex_unlock(&s_recursive);
    cyclescope_os_sem_give(&s_done);
}

CYCLESCOPE_NEEDS(recursive_mutexes_exclude,
                 either(CYCLESCOPE_RECURSIVE_MUTEX_REFUSED,
                        either(CYCLESCOPE_SEM_REFUSED, CYCLESCOPE_HELPER_REFUSED)))
CYCLESCOPE_BENCH(recursive_mutexes_exclude, .about = "nobody enters before the last unlock",
                 CYCLESCOPE_PROMISE(recursive_mutexes_exclude))
{
    if (!create_meeting()) return;
    if (cyclescope_os_recursive_mutex_create(&s_recursive)) {
        cyclescope_os_recursive_mutex_lock(&s_recursive);
        cyclescope_os_recursive_mutex_lock(&s_recursive);
        if (start_helper(enter_recursive, CYCLESCOPE_BESIDE)) {
            cyclescope_os_sem_take(&s_arrived);
            cyclescope_os_recursive_mutex_unlock(&s_recursive);
            yield_some();
            expect(s_entered == 0, "one of two unlocks keeps the other thread out");
            cyclescope_os_recursive_mutex_unlock(&s_recursive);
            cyclescope_os_sem_take(&s_done);
            expect(s_entered == 1u, "the last unlock lets the other thread in");
            end_helper();
        }
        cyclescope_os_recursive_mutex_delete(&s_recursive);
    } else {
        expect(false, "a recursive mutex can be created");
    }
    delete_meeting();
}

static void check_counting(uint32_t count, uint32_t most)
{
    expect(cyclescope_os_sem_count(&s_sem) == count, "a new semaphore holds what it was given");
    for (uint32_t n = count; n < most; ++n) {
        expect(cyclescope_os_sem_give(&s_sem), "it can be given up to its limit");
    }
    expect(cyclescope_os_sem_count(&s_sem) == most, "it holds what it was given");
    for (uint32_t n = 0; n + 1u < most; ++n) {
        expect(cyclescope_os_sem_try_take(&s_sem), "it gives without waiting what it holds");
    }
    expect(cyclescope_os_sem_count(&s_sem) > 0 && cyclescope_os_sem_take(&s_sem),
           "it gives what it holds");
    expect(cyclescope_os_sem_count(&s_sem) == 0, "it holds nothing then");
    expect(!cyclescope_os_sem_try_take(&s_sem), "an empty one gives nothing");
}

CYCLESCOPE_NEEDS(semaphores_count, CYCLESCOPE_SEM_REFUSED)
CYCLESCOPE_BENCH(semaphores_count, .about = "a semaphore gives as often as it was given",
                 CYCLESCOPE_PROMISE(semaphores_count))
{
    for (uint32_t round = 0; round < 2u; ++round) {
        if (!cyclescope_os_sem_create(&s_sem, round, 3)) {
            expect(false, "a semaphore can be created in the memory of a deleted one");
            return;
        }
        check_counting(round, 3);
        cyclescope_os_sem_delete(&s_sem);
    }
}

CYCLESCOPE_NEEDS(semaphores_on_the_heap, either(CYCLESCOPE_SEM_REFUSED, CYCLESCOPE_HEAP_REFUSED))
CYCLESCOPE_BENCH(semaphores_on_the_heap,
                 .about = "a semaphore in the system's memory works like any other",
                 CYCLESCOPE_PROMISE(semaphores_on_the_heap))
{
    if (!cyclescope_os_sem_new(&s_sem, 1, 2)) {
        expect(false, "a semaphore can be created");
        return;
    }
    check_counting(1, 2);
    cyclescope_os_sem_delete(&s_sem);
}

/* Not every kernel has a limit; one that has a limit must enforce it. */
CYCLESCOPE_NEEDS(semaphores_overflow, CYCLESCOPE_SEM_REFUSED)
CYCLESCOPE_BENCH(semaphores_overflow,
                 .about = "a semaphore that is given too often refuses it or stays full",
                 CYCLESCOPE_PROMISE(semaphores_overflow))
{
    if (!cyclescope_os_sem_create(&s_sem, 1, 1)) {
        expect(false, "a semaphore can be created");
        return;
    }
    const bool given = cyclescope_os_sem_give(&s_sem);
    const uint32_t count = cyclescope_os_sem_count(&s_sem);
    expect(count == 1u || (given && count == 2u), "a refused give changes nothing");
    for (uint32_t n = 0; n < count; ++n) {
        expect(cyclescope_os_sem_try_take(&s_sem), "it gives as often as it counted");
    }
    expect(!cyclescope_os_sem_try_take(&s_sem), "it gives no more than it counted");
    cyclescope_os_sem_delete(&s_sem);
}

static void take_and_count(void *unused)
{
    (void)unused;
    while (cyclescope_os_sem_take(&s_sem)) {
        s_entered += 1u;
        cyclescope_os_sem_give(&s_done);
    }
    expect(false, "a semaphore can be waited for");
}

static void check_handing_over(cyclescope_level level)
{
    if (!create_meeting()) return;
    if (cyclescope_os_sem_create(&s_sem, 0, 1)) {
        if (start_helper(take_and_count, level)) {
            yield_some();
            expect(s_entered == 0, "an empty semaphore is waited for");
            for (uint32_t n = 1; n <= 3u; ++n) {
                cyclescope_os_sem_give(&s_sem);
                if (level == CYCLESCOPE_ABOVE) {
                    expect(s_entered == n, "a higher thread runs before the give returns");
                }
                cyclescope_os_sem_take(&s_done);
                expect(s_entered == n, "each give wakes one wait");
            }
            end_helper();
        }
        cyclescope_os_sem_delete(&s_sem);
    } else {
        expect(false, "a semaphore can be created");
    }
    delete_meeting();
}

CYCLESCOPE_NEEDS(semaphores_wake, either(CYCLESCOPE_SEM_REFUSED, CYCLESCOPE_HELPER_REFUSED))
CYCLESCOPE_BENCH(semaphores_wake, .about = "a give wakes a thread that waits",
                 CYCLESCOPE_PROMISE(semaphores_wake))
{
    check_handing_over(CYCLESCOPE_BESIDE);
}

CYCLESCOPE_NEEDS(semaphores_wake_by_priority,
                 either(CYCLESCOPE_SEM_REFUSED,
                        either(CYCLESCOPE_HELPER_REFUSED, needs_priorities())))
CYCLESCOPE_BENCH(semaphores_wake_by_priority,
                 .about = "a give lets a higher thread that waits run at once",
                 CYCLESCOPE_PROMISE(semaphores_wake_by_priority))
{
    check_handing_over(CYCLESCOPE_ABOVE);
}

static void signal_event(void *unused)
{
    (void)unused;
    s_entered += 1u;
    expect(cyclescope_os_event_signal(&s_event), "an event can be signalled");
}

CYCLESCOPE_NEEDS(events_are_consumed, either(CYCLESCOPE_EVENT_REFUSED, CYCLESCOPE_HELPER_REFUSED))
CYCLESCOPE_BENCH(events_are_consumed, .about = "a wait returns once for a signal",
                 CYCLESCOPE_PROMISE(events_are_consumed))
{
    s_entered = 0;
    if (!cyclescope_os_event_create(&s_event)) {
        expect(false, "an event can be created");
        return;
    }
    expect(cyclescope_os_event_signal(&s_event), "an event can be signalled");
    expect(cyclescope_os_event_wait(&s_event), "a signalled event is not waited for");
    if (start_helper(signal_event, CYCLESCOPE_BESIDE)) {
        expect(cyclescope_os_event_wait(&s_event), "an event can be waited for");
        expect(s_entered == 1u, "a consumed signal ends no second wait");
        end_helper();
    }
    cyclescope_os_event_delete(&s_event);
}

static void signal_condition(void *unused)
{
    (void)unused;
    cyclescope_os_mutex_lock(&s_mutex);
    s_entered = 1u;
    expect(cyclescope_os_condvar_signal(&s_condvar), "a condition can be signalled");
    cyclescope_os_mutex_unlock(&s_mutex);
}

CYCLESCOPE_NEEDS(conditions_release_the_mutex,
                 either(CYCLESCOPE_CONDVAR_REFUSED,
                        either(CYCLESCOPE_MUTEX_REFUSED, CYCLESCOPE_HELPER_REFUSED)))
CYCLESCOPE_BENCH(conditions_release_the_mutex,
                 .about = "a wait releases the mutex and has it again after",
                 CYCLESCOPE_PROMISE(conditions_release_the_mutex))
{
    s_entered = 0;
    const bool mutex = cyclescope_os_mutex_create(&s_mutex);
    const bool condvar = mutex && cyclescope_os_condvar_create(&s_condvar);
    expect(condvar, "a condition variable can be created");
    if (condvar) {
        expect(cyclescope_os_condvar_signal(&s_condvar), "a signal that nobody waits for is fine");
        cyclescope_os_mutex_lock(&s_mutex);
        const bool helped = start_helper(signal_condition, CYCLESCOPE_BESIDE);
        while (helped && !s_entered) cyclescope_os_condvar_wait(&s_condvar, &s_mutex);
        expect(cyclescope_os_mutex_is_held(&s_mutex), "the mutex is locked after the wait");
        cyclescope_os_mutex_unlock(&s_mutex);
        if (helped) end_helper();
    }
    if (condvar) cyclescope_os_condvar_delete(&s_condvar);
    if (mutex) cyclescope_os_mutex_delete(&s_mutex);
}
