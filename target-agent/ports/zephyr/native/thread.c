/**
 * The operations of families/thread/thread_calls.c in Zephyr's own calls, typed out. Their twins in the suite
 * `thread` make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_thread"
#include "../../../families/common/sleep_round.h"
#include "../../../families/thread/thread_round.h"

CYCLESCOPE_BENCH(yield, .about = "k_yield while no other thread of that priority is ready",
                 .begin = create_below, .end = check_below)
{
    k_yield();
}

CYCLESCOPE_BENCH(get_self, .about = "k_current_get", .begin = note_self, .end = check_self)
{
    s_self = k_current_get();
}

CYCLESCOPE_BENCH(sleep_1ms, .about = "k_msleep(1)", .iterations = CYCLESCOPE_SLEEPS, .idles = true,
                 .begin = may_sleep, .after_each = check_length, .end = check_sleeps)
{
    k_msleep(1);
}

static void answer(void *unused)
{
    (void)unused;
    for (;;) {
        if (k_sem_take(&s_ping, K_FOREVER) != 0) continue;
        s_turns += 1u;
        k_sem_give(&s_pong);
    }
}

static const char *begin_turns(cyclescope_run *run)
{
    (void)run;
    return create_turns(answer);
}

CYCLESCOPE_BENCH(context_switch,
                 .about =
                     "ping-pong of two threads of one priority by k_sem_give and k_sem_take "
                     "on two semaphores: there and back",
                 .event_bytes = 128u, .begin = begin_turns, .end = check_turns)
{
    k_sem_give(&s_ping);
    k_sem_take(&s_pong, K_FOREVER);
}

CYCLESCOPE_BENCH(create_destroy, .about = "k_thread_create below the caller, and k_thread_abort",
                 .event_bytes = 128u, .begin = prepare_child, .end = check_child)
{
    cyclescope_os_thread *child = cyclescope_afresh(&s_child);
    const k_tid_t made = k_thread_create(
        &child->control_block, child->stack, CONFIG_CYCLESCOPE_THREAD_STACK_SIZE,
        cyclescope_zephyr_thread_main, child, NULL, NULL, CYCLESCOPE_PRIORITY + 1, 0, K_NO_WAIT);
    if (CYCLESCOPE_SELDOM(!made)) {
        s_not_made += 1u;
    } else {
        k_thread_abort(&child->control_block);
    }
}
