#include "operate.h"

TEST(a_new_thread_is_measured_in_full)
{
    fake_reset();
    check_iterations("create_destroy", CYCLESCOPE_DEFAULT_ITERATIONS);
    check_good("create_destroy", 200, CYCLESCOPE_DEFAULT_BATCHES);
    check_tidy();
}

static void check_failed(const char *reason)
{
    check_outcome(operate("create_destroy", 20), CYCLESCOPE_FAILED, reason);
    check_tidy();
}

TEST(a_thread_that_can_no_longer_be_created_fails)
{
    fake_reset();
    fake_os.news_fail_from = 10;
    check_failed("a thread could not be created");
    fake_reset();
    fake_os.news_fail_from = 21;
    check_failed("a thread could not be created");
}

TEST(a_new_thread_that_does_not_run_fails)
{
    fake_reset();
    fake_os.never_runs = 0;
    check_failed("a new thread did not run exactly once");
}

TEST(a_new_thread_is_refused_without_priorities)
{
    fake_reset();
    fake_os.ignores_priorities = true;
    check_outcome(operate("create_destroy", 20), CYCLESCOPE_REFUSED,
                  "needs strict priority scheduling");
    check_tidy();
}
