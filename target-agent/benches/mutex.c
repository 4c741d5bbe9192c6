/**
 * Mutex, as NXP's white paper on Zephyr and Linux measures it: one uncontended mutex, locked and
 * unlocked 1,000 times, each half measured. Neither half can be repeated alone, so that only the
 * pair is also measured in batches.
 */
#include "cyclescope/bench.h"

static cyclescope_os_mutex s_mutex;
static uint32_t s_failures;

static const char *create(cyclescope_run *run)
{
    (void)run;
    s_failures = 0;
    cyclescope_os_mutex_create(&s_mutex);
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

static const char *delete_free(cyclescope_run *run)
{
    (void)run;
    const bool held = cyclescope_os_mutex_is_held(&s_mutex);
    /* The pair has no room for a check of its own. */
    if (!held) {
        lock_before(run, 0);
        unlock_after(run, 0);
    }
    cyclescope_os_mutex_delete(&s_mutex);
    if (s_failures) return "a lock or unlock was refused";
    return held ? "the mutex is still locked at the end" : NULL;
}

static void free_after(cyclescope_run *run, uint32_t i)
{
    (void)run;
    (void)i;
    if (cyclescope_os_mutex_is_held(&s_mutex)) ++s_failures;
}

CYCLESCOPE_BENCH(lock, .about = "lock a free mutex", .iterations = 1000, .begin = create,
                 .after_each = unlock_after, .end = delete_free)
{
    cyclescope_os_mutex_lock(&s_mutex);
}

CYCLESCOPE_BENCH(unlock, .about = "unlock a mutex that nobody waits for", .iterations = 1000,
                 .begin = create, .before_each = lock_before, .after_each = free_after,
                 .end = delete_free)
{
    cyclescope_os_mutex_unlock(&s_mutex);
}

CYCLESCOPE_BENCH(pair, .about = "lock and unlock a free mutex", .iterations = 1000, .begin = create,
                 .end = delete_free)
{
    cyclescope_os_mutex_lock(&s_mutex);
    cyclescope_os_mutex_unlock(&s_mutex);
}
