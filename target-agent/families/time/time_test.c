#include "operate.h"

TEST(time_is_measured_in_full)
{
    fake_reset();
    check_iterations("time_get_us_overhead", CYCLESCOPE_DEFAULT_ITERATIONS);
    check_good("time_get_us_overhead", 200, CYCLESCOPE_DEFAULT_BATCHES);
    fake_reset();
    check_iterations("delay_1ms", 100);
    check_good("delay_1ms", 100, 0);
}

TEST(time_that_runs_backwards_fails)
{
    fake_reset();
    fake_os.time_turns_back = true;
    check_outcome(operate("time_get_us_overhead", 20), CYCLESCOPE_FAILED,
                  "the time went backwards");
}

TEST(a_delay_that_ends_early_fails)
{
    fake_reset();
    fake_os.sleep_costs = 24900;
    check_outcome(operate("delay_1ms", 20), CYCLESCOPE_FAILED,
                  "a sleep was shorter than it was to be");
}

TEST(a_delay_is_refused_if_the_clock_stops_in_it)
{
    fake_reset();
    fake_time.asleep = "it sleeps with the core";
    check_outcome(operate("delay_1ms", 20), CYCLESCOPE_REFUSED, "it sleeps with the core");
}
