#include "operate.h"

TEST(a_timer_is_measured_in_full)
{
    fake_reset();
    check_iterations("start_stop", 1000);
    check_good("start_stop", 1000, CYCLESCOPE_DEFAULT_BATCHES);
    check_tidy();
}

static void check_failed(const char *reason)
{
    check_outcome(operate("start_stop", 20), CYCLESCOPE_FAILED, reason);
    check_tidy();
}

TEST(a_timer_that_does_not_start_fails)
{
    fake_reset();
    fake_ipc.ignores_starts = true;
    check_failed("starting the timer had no effect");
    fake_reset();
    fake_os.waits_fail_from = 7;
    check_failed("a start or stop was refused");
}

TEST(a_timer_that_does_not_stop_fails)
{
    fake_reset();
    fake_ipc.ignores_stops = true;
    check_failed("the timer still runs at the end");
}

TEST(a_timer_that_expires_fails)
{
    fake_reset();
    fake_ipc.expires = true;
    check_failed("the timer expired although it was stopped");
}

TEST(an_unavailable_timer_is_refused)
{
    fake_reset();
    fake_os.objects_fail_from = 0;
    check_outcome(operate("start_stop", 20), CYCLESCOPE_REFUSED, "the timer could not be created");
    check_tidy();
}
