#include "operate.h"

#define ONCE "an interrupt did not activate the waiting thread once"

TEST(interrupts_are_measured_in_full)
{
    static const char *const ops[] = {"latency", "activation"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        check_iterations(ops[i], 1000);
        check_good(ops[i], 500, 0);
        check_tidy();
    }
}

TEST(latency_ends_and_activation_starts_at_the_handler)
{
    static uint32_t values[64];
    static const char *const ops[] = {"activation", "latency"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_interrupt.entry_costs = 1000;
        check_good(ops[i], 40, 0);
        CHECK_EQUAL(read_values(CYCLESCOPE_KIND_SAMPLE, values, 64), 40);
        for (unsigned k = 0; k < 40; ++k) {
            CHECK_EQUAL(values[k] >> 1, 1000 * i + fake_time.step);
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
    for (uint32_t number = 0; number < 2; ++number) {
        fake_reset();
        *(number ? &fake_interrupt.doubled : &fake_interrupt.lost) = 12;
        check_failed("latency", "the interrupt's handler did not run once a request");
        fake_reset();
        *(number ? &fake_interrupt.doubled : &fake_interrupt.lost) = 12;
        check_failed("activation", ONCE);
    }
}

TEST(a_thread_that_is_not_activated_fails)
{
    fake_reset();
    fake_interrupt.resume_lost = 12;
    check_failed("activation", ONCE);
}

TEST(a_thread_that_does_not_wait_fails)
{
    fake_reset();
    fake_os.waits_fail_from = 12;
    check_failed("activation", ONCE);
}

TEST(an_interrupt_that_cannot_be_released_fails)
{
    fake_reset();
    fake_interrupt.moved = "moved";
    check_failed("latency", "moved");
    fake_reset();
    fake_interrupt.moved = "moved";
    check_failed("activation", "moved");
}

TEST(the_operation_is_refused_without_an_interrupt_a_thread_or_a_semaphore)
{
    fake_reset();
    fake_interrupt.refused = "none is free";
    check_outcome(operate("latency", 10), CYCLESCOPE_REFUSED, "none is free");
    check_outcome(operate("activation", 10), CYCLESCOPE_REFUSED, "none is free");
    check_tidy();
    fake_reset();
    fake_os.helper_fails = true;
    check_outcome(operate("activation", 10), CYCLESCOPE_REFUSED,
                  "the second thread could not be created");
    check_tidy();
    fake_reset();
    fake_os.objects_fail_from = 0;
    check_outcome(operate("activation", 10), CYCLESCOPE_REFUSED,
                  "the semaphore could not be created");
    check_tidy();
}
