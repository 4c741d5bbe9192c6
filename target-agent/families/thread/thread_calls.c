/**
 * Thread calls, as the oveRTOS project's table for Zephyr names them in its suite `thread` ("Zephyr -
 * zero-heap mode", cross-binding benchmark results, section Zephyr). The table gives names and
 * figures; what a sample contains is documented here, beside each operation.
 */
#ifndef CYCLESCOPE_SUITE
#define CYCLESCOPE_SUITE "thread"
#endif
#include "../common/sleep_round.h"
#include "thread_round.h"

/* No thread of the agent's priority is ready: the caller continues. */
CYCLESCOPE_BENCH(yield, .about = "yield while no other thread of that priority is ready",
                 .begin = create_below, .end = check_below)
{
    cyclescope_os_yield();
}

CYCLESCOPE_BENCH(get_self, .about = "ask which thread is running", .begin = note_self,
                 .end = check_self)
{
    s_self = cyclescope_os_thread_self();
}

CYCLESCOPE_BENCH(sleep_1ms, .about = "sleep one millisecond", .iterations = CYCLESCOPE_SLEEPS,
                 .idles = true, .begin = may_sleep, .after_each = check_length, .end = check_sleeps)
{
    cyclescope_os_sleep_ms(1);
}

static void answer(void *unused)
{
    (void)unused;
    for (;;) {
        if (!cyclescope_os_sem_take(&s_ping)) continue;
        s_turns += 1u;
        cyclescope_os_sem_give(&s_pong);
    }
}

static const char *begin_turns(cyclescope_run *run)
{
    (void)run;
    return create_turns(answer);
}

/* A sample is a whole round trip: two semaphores given and taken, and two switches. */
CYCLESCOPE_BENCH(
    context_switch,
    .about = "ping-pong of two threads of one priority by two semaphores: there and back",
    .event_bytes = 128u, .begin = begin_turns, .end = check_turns)
{
    cyclescope_os_sem_give(&s_ping);
    cyclescope_os_sem_take(&s_pong);
}
