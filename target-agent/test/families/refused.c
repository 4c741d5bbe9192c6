/** Checks that every family excluded by a system's configuration is refused with the reason. */
#include "operate.h"

TEST(a_family_excluded_by_the_configuration_is_refused_with_the_reason)
{
    static const struct {
        const char *op;
        const char *reason;
    } rows[] = {
        {"malloc", "no heap"},
        {"free", "no heap"},
        {"lock", "no mutexes"},
        {"unlock", "no mutexes"},
        {"pair", "no mutexes"},
        {"create", "no stacks"},
        {"join", "no stacks"},
        {"quick", "no stacks"},
        {"addition", "no stacks"},
        {"switch", "no deleting"},
        {"yield", "no deleting"},
        {"context_switch", "no semaphores"},
        {"sleep_1ms", "too long a tick"},
        {"thread/create_destroy", "no heap"},
        {"queue/create_destroy", "no queues"},
        {"mutex_lock_unlock", "no mutexes"},
        {"mutex_contention_2t", "no semaphores"},
        {"sem_take_give", "no semaphores"},
        {"event_signal_wait", "no events"},
        {"condvar_signal_wait", "no condition variables"},
        {"recursive_mutex_lock_unlock", "no recursive mutexes"},
        {"mutex_create_destroy", "no heap"},
        {"sem_create_destroy", "no heap"},
        {"delay_1ms", "too long a tick"},
        {"send_receive", "no queues"},
        {"throughput_2t", "no queues"},
        {"start_stop", "no software timers"},
        {"set_get_bits", "no event groups"},
        {"submit_execute", "no deferred work"},
        {"send_recv_64B", "no streams"},
        {"throughput", "no streams"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; ++i) {
        fake_reset();
        check_outcome(operate(rows[i].op, 20), CYCLESCOPE_REFUSED, rows[i].reason);
        check_tidy();
    }
}
