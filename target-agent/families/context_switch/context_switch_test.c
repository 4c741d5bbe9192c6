#include "operate.h"

TEST(switches_are_measured_in_full)
{
    fake_reset();
    check_iterations("switch", 500000);
    check_good("switch", 5000, CYCLESCOPE_DEFAULT_BATCHES);
    check_tidy();
    fake_reset();
    check_good("switch", 3, CYCLESCOPE_DEFAULT_BATCHES);
}

TEST(a_batch_has_the_stated_number_of_switches)
{
    static uint32_t values[64];
    fake_reset();
    const uint32_t per_switch = 50;
    fake_os.yield_costs = per_switch;
    check_good("switch", 4000, CYCLESCOPE_DEFAULT_BATCHES);
    CHECK_EQUAL(read_values(CYCLESCOPE_KIND_BATCH, values, 64), CYCLESCOPE_DEFAULT_BATCHES);
    /* In a batch, the peer does not read the clock. */
    for (unsigned i = 0; i < CYCLESCOPE_DEFAULT_BATCHES; ++i) {
        CHECK_EQUAL(values[i] >> 1, 100 * per_switch + fake_time.step);
    }
}

TEST(switches_that_do_not_alternate_fail)
{
    fake_reset();
    fake_os.yields_fail_from = 50;
    fake_os.yields_fail_to = 51;
    check_outcome(operate("switch", 200), CYCLESCOPE_FAILED, "the two threads did not alternate");
    check_tidy();
    fake_reset();
    fake_os.yields_fail_from = 50;
    check_outcome(operate("switch", 200), CYCLESCOPE_FAILED, "the two threads did not alternate");
    check_tidy();
}

TEST(a_switch_without_two_threads_is_refused)
{
    fake_reset();
    fake_os.slices_time = true;
    check_outcome(operate("switch", 10), CYCLESCOPE_REFUSED, "needs time slicing switched off");
    fake_reset();
    fake_os.helper_fails = true;
    check_outcome(operate("switch", 10), CYCLESCOPE_REFUSED,
                  "the second thread could not be created");
}

TEST(a_thread_that_never_runs_is_refused)
{
    fake_reset();
    fake_os.yields_fail_from = 0;
    check_outcome(operate("switch", 10), CYCLESCOPE_REFUSED,
                  "the second thread was never scheduled");
    check_tidy();
}
