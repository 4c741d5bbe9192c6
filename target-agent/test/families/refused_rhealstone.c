/**
 * Checks that every part of the Rhealstone excluded by a configuration is refused with the reason.
 */
#include "operate.h"

TEST(a_part_excluded_by_the_configuration_is_refused_with_the_reason)
{
    static const struct {
        const char *op;
        const char *reason;
    } rows[] = {
        {"yield", "no deleting"},
        {"semaphore_wait", "no semaphores"},
        {"semaphore_release", "no semaphores"},
        {"message_get", "no queues"},
        {"message_put", "no queues"},
        {"alloc", "no heap"},
        {"free", "no heap"},
        {"suspend", "no timers"},
        {"resume", "no timers"},
        {"activation", "no timers"},
        {"interrupt_latency", "no timers"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; ++i) {
        fake_reset();
        check_outcome(operate(rows[i].op, 20), CYCLESCOPE_REFUSED, rows[i].reason);
        check_tidy();
    }
}
