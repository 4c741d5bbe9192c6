/**
 * Threads, as NXP's white paper on Zephyr and Linux measures them: 2,000 threads are created and all
 * exist at once, then each is joined. Control blocks and stacks are prepared outside the window. A
 * child's priority is below its creator's, so that no child runs inside `create` and every `join`
 * waits for its child to run and end.
 */
#include "cyclescope/bench.h"

#define THREADS CYCLESCOPE_MAX_THREADS
#define WORST_CASE_EVENT_BYTES 64u

static cyclescope_os_thread s_threads[THREADS];
static uint8_t s_runs[THREADS];
static uint32_t s_failures;

static void child(void *argument) { *(uint8_t *)argument += 1u; }

static const char *prepare(cyclescope_run *run)
{
    const char *refused = CYCLESCOPE_THREAD_REFUSED;
    if (refused) return refused;
    if (!cyclescope_os_keeps_priorities()) return "needs strict priority scheduling";
    s_failures = 0;
    for (uint32_t i = 0; i < run->round; ++i) {
        s_runs[i] = 0;
        cyclescope_os_thread_prepare(&s_threads[i], child, &s_runs[i]);
    }
    return NULL;
}

static bool create_one(uint32_t i)
{
    if (!cyclescope_os_thread_create(&s_threads[i])) return false;
    cyclescope_os_thread_announce(&s_threads[i]);
    return true;
}

/** Runs another thread in the memory of a joined one; returns false if that fails. */
static bool reuse_one(uint32_t i)
{
    s_runs[i] = 0;
    cyclescope_os_thread_prepare(&s_threads[i], child, &s_runs[i]);
    if (!create_one(i)) return false;
    cyclescope_os_thread_join(&s_threads[i]);
    return s_runs[i] == 1;
}

static const char *judge(uint32_t created)
{
    for (uint32_t i = 0; i < created; ++i) {
        if (s_runs[i] != 1) return "a thread did not run exactly once";
    }
    if (s_failures) return "a thread could not be created";
    if (!reuse_one(0) || !reuse_one(created - 1))
        return "a joined thread's memory cannot be used again";
    return NULL;
}

static const char *join_all(cyclescope_run *run)
{
    const uint32_t created = run->first + run->count;
    bool early = false;
    for (uint32_t i = 0; i < created; ++i) {
        early = early || s_runs[i];
        cyclescope_os_thread_join(&s_threads[i]);
    }
    if (early) return "a child ran before it was joined";
    return created ? judge(created) : NULL;
}

static const char *create_all(cyclescope_run *run)
{
    const char *reason = prepare(run);
    if (reason) return reason;
    for (uint32_t i = 0; i < run->round; ++i) {
        if (create_one(i)) continue;
        while (i > 0) cyclescope_os_thread_join(&s_threads[--i]);
        return "a thread could not be created";
    }
    return NULL;
}

static const char *join_rest(cyclescope_run *run)
{
    for (uint32_t i = run->first + run->count; i < run->round; ++i) {
        cyclescope_os_thread_join(&s_threads[i]);
    }
    return judge(run->round);
}

CYCLESCOPE_BENCH(create, .about = "create a thread of lower priority", .iterations = 2000,
                 .max = THREADS, .event_bytes = WORST_CASE_EVENT_BYTES, .begin = prepare,
                 .end = join_all)
{
    if (CYCLESCOPE_SELDOM(!cyclescope_os_thread_create(&s_threads[i]))) ++s_failures;
}

CYCLESCOPE_BENCH(join, .about = "join a thread that has not run yet: it runs, ends, and is removed",
                 .iterations = 2000, .max = THREADS, .event_bytes = WORST_CASE_EVENT_BYTES,
                 .begin = create_all, .end = join_rest)
{
    cyclescope_os_thread_join(cyclescope_afresh(&s_threads[i]));
}
