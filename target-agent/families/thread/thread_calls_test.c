#include "operate.h"

TEST(calls_are_measured_in_full)
{
    static const char *const ops[] = {"yield", "get_self", "context_switch"};
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        check_iterations(ops[i], CYCLESCOPE_DEFAULT_ITERATIONS);
        check_good(ops[i], 200, CYCLESCOPE_DEFAULT_BATCHES);
        check_tidy();
    }
}

TEST(a_sleep_is_measured_in_samples_only)
{
    fake_reset();
    check_iterations("sleep_1ms", 100);
    check_good("sleep_1ms", 100, 0);
}

static void check_failed(const char *op, const char *reason)
{
    check_outcome(operate(op, 20), CYCLESCOPE_FAILED, reason);
    check_tidy();
}

TEST(a_round_trip_takes_two_switches)
{
    fake_reset();
    check_good("context_switch", 100, CYCLESCOPE_DEFAULT_BATCHES);
    const uint32_t batched = CYCLESCOPE_DEFAULT_BATCHES * (100 / CYCLESCOPE_DEFAULT_BATCHES);
    /* In each of the three rounds the second thread runs first. */
    CHECK_EQUAL(fake_os.switches, 2 * (101 + batched + 3));
}

TEST(threads_that_do_not_take_turns_fail)
{
    fake_reset();
    fake_os.waits_fail_from = 20;
    check_failed("context_switch", "the two threads did not take turns");
}

TEST(a_yield_that_lets_a_lower_thread_run_fails)
{
    fake_reset();
    fake_os.yields_to_any = true;
    check_failed("yield", "a yield let a thread of lower priority run");
}

TEST(a_thread_with_two_names_fails)
{
    fake_reset();
    fake_os.changes_names = true;
    check_failed("get_self", "one thread was given two names");
}

TEST(a_sleep_that_ends_early_fails)
{
    fake_reset();
    fake_os.sleep_costs = 24900;
    check_failed("sleep_1ms", "a sleep was shorter than it was to be");
}

TEST(a_sleep_is_refused_if_the_clock_stops_in_it)
{
    fake_reset();
    fake_time.asleep = "it sleeps with the core";
    check_outcome(operate("sleep_1ms", 20), CYCLESCOPE_REFUSED, "it sleeps with the core");
}

TEST(operations_of_two_threads_are_refused_without_them)
{
    static const char *const two[] = {"yield", "context_switch"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.helper_fails = true;
        check_outcome(operate(two[i], 20), CYCLESCOPE_REFUSED,
                      "the second thread could not be created");
        check_tidy();
    }
    fake_reset();
    fake_os.slices_time = true;
    check_outcome(operate("context_switch", 20), CYCLESCOPE_REFUSED,
                  "needs time slicing switched off");
    for (uint32_t most = 0; most < 2; ++most) {
        fake_reset();
        fake_os.objects_fail_from = most;
        check_outcome(operate("context_switch", 20), CYCLESCOPE_REFUSED,
                      "there is no memory for the semaphores");
        check_tidy();
    }
}

TEST(a_yield_to_a_lower_thread_is_refused_without_priorities)
{
    fake_reset();
    fake_os.ignores_priorities = true;
    check_outcome(operate("yield", 20), CYCLESCOPE_REFUSED, "needs strict priority scheduling");
    check_tidy();
}
