/**
 * Creating and deleting a thread in the system's heap, which the oveRTOS project's table lists only
 * for the kernel's own calls. Belongs to the suite of thread_calls.c; of these operations it alone
 * needs a heap, so where memory is small it can be left out by itself.
 */
#ifndef CYCLESCOPE_SUITE
#define CYCLESCOPE_SUITE "thread"
#endif
#include "thread_round.h"

/* If a system cannot delete a thread before it has run, the thread runs and ends in between. */
CYCLESCOPE_BENCH(create_destroy,
                 .about = "create a thread of lower priority, in the system's heap, and delete it",
                 .event_bytes = 128u, .begin = prepare_child, .end = check_child)
{
    cyclescope_os_thread *child = cyclescope_afresh(&s_child);
    if (CYCLESCOPE_SELDOM(!cyclescope_os_thread_new(child))) {
        s_not_made += 1u;
    } else {
        cyclescope_os_thread_dispose(child);
    }
}
