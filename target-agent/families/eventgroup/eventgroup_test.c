#include "operate.h"

TEST(an_event_group_is_measured_in_full)
{
    fake_reset();
    check_iterations("set_get_bits", 1000);
    check_good("set_get_bits", 1000, CYCLESCOPE_DEFAULT_BATCHES);
    check_tidy();
}

static void check_failed(const char *reason)
{
    check_outcome(operate("set_get_bits", 20), CYCLESCOPE_FAILED, reason);
    check_tidy();
}

TEST(a_bit_that_is_not_set_fails)
{
    fake_reset();
    fake_ipc.ignores_sets = true;
    check_failed("a bit that was set was not read");
}

TEST(a_bit_that_is_not_cleared_fails)
{
    fake_reset();
    fake_ipc.ignores_clears = true;
    check_failed("clearing one bit left others than those set before");
}

TEST(clearing_more_than_the_bit_fails)
{
    fake_reset();
    fake_ipc.clears_all = true;
    check_outcome(operate("set_get_bits", 1), CYCLESCOPE_FAILED,
                  "clearing one bit left others than those set before");
    check_tidy();
}

TEST(an_unavailable_group_is_refused)
{
    fake_reset();
    fake_os.objects_fail_from = 0;
    check_outcome(operate("set_get_bits", 20), CYCLESCOPE_REFUSED,
                  "the event group could not be created");
    check_tidy();
}
