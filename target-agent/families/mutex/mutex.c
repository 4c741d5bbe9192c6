/**
 * Mutex, as NXP's white paper on Zephyr and Linux measures it: one uncontended mutex, locked and
 * unlocked 1,000 times, each half measured. One mutex cannot be locked repeatedly, so a batch of
 * either half uses as many mutexes as it has operations.
 */
#include "cyclescope/bench.h"

/** Number of mutexes at once. */
#ifndef CYCLESCOPE_MAX_MUTEXES
#define CYCLESCOPE_MAX_MUTEXES 250u
#endif

#define NO_MEMORY "there is no memory for the mutexes"

static cyclescope_os_mutex s_mutex;
static cyclescope_os_mutex s_mutexes[CYCLESCOPE_MAX_MUTEXES];
static uint32_t s_failures;

static const char *create_one(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_MUTEX_REFUSED;
    if (refused) return refused;
    s_failures = 0;
    return cyclescope_os_mutex_create(&s_mutex) ? NULL : NO_MEMORY;
}

static const char *create_free(cyclescope_run *run)
{
    const char *reason = create_one(run);
    if (reason) return reason;
    for (uint32_t i = 0; run->in_batches && i < run->round; ++i) {
        if (cyclescope_os_mutex_create(&s_mutexes[i])) continue;
        while (i > 0) cyclescope_os_mutex_delete(&s_mutexes[--i]);
        cyclescope_os_mutex_delete(&s_mutex);
        return NO_MEMORY;
    }
    return NULL;
}

static const char *create_locked(cyclescope_run *run)
{
    const char *reason = create_free(run);
    if (reason) return reason;
    for (uint32_t i = 0; run->in_batches && i < run->round; ++i) {
        if (!cyclescope_os_mutex_lock(&s_mutexes[i])) ++s_failures;
    }
    return NULL;
}

static void lock_before(cyclescope_run *run, uint32_t i)
{
    (void)run;
    (void)i;
    if (!cyclescope_os_mutex_lock(&s_mutex)) ++s_failures;
}

static void unlock_after(cyclescope_run *run, uint32_t i)
{
    (void)run;
    (void)i;
    if (!cyclescope_os_mutex_is_held(&s_mutex)) ++s_failures;
    if (!cyclescope_os_mutex_unlock(&s_mutex)) ++s_failures;
}

static void free_after(cyclescope_run *run, uint32_t i)
{
    (void)run;
    (void)i;
    if (cyclescope_os_mutex_is_held(&s_mutex)) ++s_failures;
}

/** Checks that every mutex of the batches is `held` or not, and deletes all. */
static void delete_many(const cyclescope_run *run, bool held)
{
    for (uint32_t i = 0; run->in_batches && i < run->round; ++i) {
        if (cyclescope_os_mutex_is_held(&s_mutexes[i]) != held) ++s_failures;
        if (held && !cyclescope_os_mutex_unlock(&s_mutexes[i])) ++s_failures;
        cyclescope_os_mutex_delete(&s_mutexes[i]);
    }
}

static const char *delete_one(cyclescope_run *run)
{
    (void)run;
    const bool held = cyclescope_os_mutex_is_held(&s_mutex);
    /* The pair has no place for a check of its own. */
    if (!held) {
        lock_before(run, 0);
        unlock_after(run, 0);
    }
    cyclescope_os_mutex_delete(&s_mutex);
    if (s_failures) return "a lock or unlock was refused";
    return held ? "the mutex is still locked at the end" : NULL;
}

static const char *delete_locked_ones(cyclescope_run *run)
{
    delete_many(run, true);
    return delete_one(run);
}

static const char *delete_unlocked_ones(cyclescope_run *run)
{
    delete_many(run, false);
    return delete_one(run);
}

CYCLESCOPE_INLINE void lock_each_operation(CYCLESCOPE_UNUSED cyclescope_run *run, uint32_t i)
{
    cyclescope_os_mutex_lock(&s_mutexes[i]);
}
CYCLESCOPE_BATCH_LOOP(lock_each)

CYCLESCOPE_INLINE void unlock_each_operation(CYCLESCOPE_UNUSED cyclescope_run *run, uint32_t i)
{
    cyclescope_os_mutex_unlock(&s_mutexes[i]);
}
CYCLESCOPE_BATCH_LOOP(unlock_each)

CYCLESCOPE_BENCH(lock, .about = "lock a free mutex", .iterations = 1000,
                 .max = CYCLESCOPE_MAX_MUTEXES, .begin = create_free, .after_each = unlock_after,
                 .own_batch = lock_each_batch, .end = delete_locked_ones)
{
    cyclescope_os_mutex_lock(&s_mutex);
}

CYCLESCOPE_BENCH(unlock, .about = "unlock a mutex that nobody waits for", .iterations = 1000,
                 .max = CYCLESCOPE_MAX_MUTEXES, .begin = create_locked, .before_each = lock_before,
                 .after_each = free_after, .own_batch = unlock_each_batch,
                 .end = delete_unlocked_ones)
{
    cyclescope_os_mutex_unlock(&s_mutex);
}

CYCLESCOPE_BENCH(pair, .about = "lock and unlock a free mutex", .iterations = 1000,
                 .begin = create_one, .end = delete_one)
{
    cyclescope_os_mutex_lock(&s_mutex);
    cyclescope_os_mutex_unlock(&s_mutex);
}
