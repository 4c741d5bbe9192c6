#include "operate.h"

#define ONCE "an interrupt did not resume the thread once"

static const char *const ops[] = {"suspend", "resume", "activation"};

TEST(interrupts_are_measured_in_full)
{
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        check_iterations(ops[i], 1000);
        check_good(ops[i], 500, 0);
        check_tidy();
    }
    fake_reset();
    check_good("interrupt_latency", 500, 0);
    check_tidy();
}

TEST(a_window_contains_only_its_own_part)
{
    static const struct {
        const char *op;
        uint32_t entries; /* inside its window */
        uint32_t resumes;
    } parts[] = {
        {"suspend", 0, 0}, {"resume", 0, 1}, {"activation", 0, 0}, {"interrupt_latency", 1, 0}};
    static uint32_t values[64];
    for (unsigned i = 0; i < 4; ++i) {
        fake_reset();
        fake_interrupt.entry_costs = 1000;
        fake_interrupt.resume_costs = 5000;
        check_good(parts[i].op, 40, 0);
        CHECK_EQUAL(read_values(CYCLESCOPE_KIND_SAMPLE, values, 64), 40);
        for (unsigned k = 0; k < 40; ++k) {
            const uint32_t rest = values[k] >> 1;
            CHECK_EQUAL(rest / 1000, parts[i].entries + 5 * parts[i].resumes);
        }
    }
}

static void check_failed(const char *op, const char *reason)
{
    check_outcome(operate(op, 20), CYCLESCOPE_FAILED, reason);
    check_tidy();
}

TEST(a_lost_or_duplicated_interrupt_fails)
{
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        fake_interrupt.lost = 12;
        check_failed(ops[i], ONCE);
        fake_reset();
        fake_interrupt.doubled = 12;
        check_failed(ops[i], ONCE);
    }
    fake_reset();
    fake_interrupt.lost = 12;
    check_failed("interrupt_latency", "the interrupt's handler did not run once a request");
    fake_reset();
    fake_interrupt.doubled = 12;
    check_failed("interrupt_latency", "the interrupt's handler did not run once a request");
}

TEST(a_thread_that_is_not_resumed_fails)
{
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        fake_interrupt.resume_lost = 12;
        check_failed(ops[i], ONCE);
    }
}

TEST(a_thread_that_is_not_suspended_fails)
{
    for (unsigned i = 0; i < 3; ++i) {
        for (uint32_t number = 0; number < 2; ++number) {
            fake_reset();
            fake_interrupt.wakes_by_itself = 12 * number;
            check_failed(ops[i], ONCE);
        }
    }
}

TEST(an_interrupt_that_cannot_be_released_fails)
{
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        fake_interrupt.moved = "moved";
        check_failed(ops[i], "moved");
    }
    fake_reset();
    fake_interrupt.moved = "moved";
    check_failed("interrupt_latency", "moved");
}

TEST(the_operation_is_refused_without_an_interrupt_or_a_thread)
{
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        fake_interrupt.refused = "none is free";
        check_outcome(operate(ops[i], 10), CYCLESCOPE_REFUSED, "none is free");
        check_tidy();
        fake_reset();
        fake_os.helper_fails = true;
        check_outcome(operate(ops[i], 10), CYCLESCOPE_REFUSED,
                      "the second thread could not be created");
        check_tidy();
        fake_reset();
        fake_os.slices_time = true;
        check_outcome(operate(ops[i], 10), CYCLESCOPE_REFUSED, "needs time slicing switched off");
        check_tidy();
    }
    fake_reset();
    fake_interrupt.refused = "none is free";
    check_outcome(operate("interrupt_latency", 10), CYCLESCOPE_REFUSED, "none is free");
}
