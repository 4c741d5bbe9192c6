/**
 * The operations of families/thread/thread_calls.c in POSIX's own calls, typed out. Their twins in the suite
 * `thread` make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_thread"
#include "../../../families/common/sleep_round.h"
#include "../../../families/thread/thread_round.h"

CYCLESCOPE_BENCH(yield, .about = "sched_yield while no other thread of that priority is ready",
                 .begin = create_below, .end = check_below)
{
    sched_yield();
}

CYCLESCOPE_BENCH(get_self, .about = "pthread_self", .begin = note_self, .end = check_self)
{
    s_self = pthread_self();
}

CYCLESCOPE_BENCH(sleep_1ms, .about = "nanosleep for one millisecond",
                 .iterations = CYCLESCOPE_SLEEPS, .idles = true, .begin = may_sleep,
                 .after_each = check_length, .end = check_sleeps)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
}

static void answer(void *unused)
{
    (void)unused;
    for (;;) {
        if (sem_wait(&s_ping) != 0) continue;
        s_turns += 1u;
        sem_post(&s_pong);
    }
}

static const char *begin_turns(cyclescope_run *run)
{
    (void)run;
    return create_turns(answer);
}

CYCLESCOPE_BENCH(context_switch,
                 .about =
                     "ping-pong of two threads of one priority by sem_post and sem_wait on two "
                     "semaphores: there and back",
                 .event_bytes = 128u, .begin = begin_turns, .end = check_turns)
{
    sem_post(&s_ping);
    sem_wait(&s_pong);
}

CYCLESCOPE_BENCH(create_destroy, .about = "pthread_create below the caller, and pthread_join",
                 .event_bytes = 128u, .begin = prepare_child, .end = check_child)
{
    s_child.exists = pthread_create(&s_child.handle, &cyclescope_posix_new_thread,
                                    cyclescope_posix_thread_main, &s_child) == 0;
    if (CYCLESCOPE_SELDOM(!s_child.exists)) {
        s_not_made += 1u;
    } else {
        pthread_join(s_child.handle, NULL);
    }
}
