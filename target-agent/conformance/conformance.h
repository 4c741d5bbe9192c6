/**
 * Conformance test of ports: each operation of this suite checks one promise of cyclescope/os.h. A
 * port keeps the promise or refuses it with a reason; otherwise the operation fails and names the
 * broken promise.
 *
 *     cyclescope build --target qemu-freertos-m7 --source conformance
 *     cyclescope run --target qemu-freertos-m7 --bench conformance
 *
 * The checks rely only on the contract. Where another thread has to run first, they wait for it
 * with a semaphore or queue, which other operations check. The figures mean nothing.
 */
#ifndef CYCLESCOPE_CONFORMANCE_H
#define CYCLESCOPE_CONFORMANCE_H

#define CYCLESCOPE_SUITE "conformance"
#include "cyclescope/bench.h"

/** The first broken promise since the check began, reported by any thread. */
static const char *volatile s_broken;

CYCLESCOPE_UNUSED static void expect(bool holds, const char *promise)
{
    if (!holds && !s_broken) s_broken = promise;
}

/** Returns the first of two reasons that is not NULL. */
CYCLESCOPE_UNUSED static const char *either(const char *one, const char *other)
{
    return one ? one : other;
}

CYCLESCOPE_UNUSED static const char *needs_priorities(void)
{
    return cyclescope_os_keeps_priorities() ? NULL : "needs strict priority scheduling";
}

CYCLESCOPE_UNUSED static const char *needs_turns(void)
{
    return cyclescope_os_slices_time() ? "needs time slicing switched off" : NULL;
}

/** Starts the second thread. Every check that does so ends it with `end_helper`. */
CYCLESCOPE_UNUSED static bool start_helper(void (*entry)(void *unused), cyclescope_level level)
{
    cyclescope_os_make_threaded();
    cyclescope_os_thread_prepare(&cyclescope_os_helper, entry, NULL);
    const bool created = cyclescope_os_helper_create(&cyclescope_os_helper, level);
    expect(created, "a helper can be created");
    if (created) cyclescope_os_thread_announce(&cyclescope_os_helper);
    return created;
}

CYCLESCOPE_UNUSED static void end_helper(void)
{
    cyclescope_os_helper_delete(&cyclescope_os_helper);
}

CYCLESCOPE_UNUSED static const char *broken_promise(cyclescope_run *run)
{
    (void)run;
    return s_broken;
}

/** Gives the reason why a port cannot keep the named promise; NULL: it must keep it. */
#define CYCLESCOPE_NEEDS(name, reason)                   \
    static const char *name##_begin(cyclescope_run *run) \
    {                                                    \
        (void)run;                                       \
        s_broken = NULL;                                 \
        return (reason);                                 \
    }

/** Options of an operation that checks a promise instead of being measured. */
#define CYCLESCOPE_PROMISE(name)                                                \
    .iterations = 1, .batches = 1, .event_bytes = 1024u, .begin = name##_begin, \
    .end = broken_promise

#endif
