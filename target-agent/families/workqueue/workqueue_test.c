#include "operate.h"

TEST(work_is_measured_in_full)
{
    fake_reset();
    check_iterations("submit_execute", 500);
    check_good("submit_execute", 500, CYCLESCOPE_DEFAULT_BATCHES);
    check_tidy();
}

static void check_failed(const char *reason)
{
    check_outcome(operate("submit_execute", 20), CYCLESCOPE_FAILED, reason);
    check_tidy();
}

TEST(work_that_is_refused_or_never_reported_fails)
{
    fake_reset();
    fake_ipc.refuses_work = true;
    check_failed("work was refused, or its end was not reported");
    fake_reset();
    fake_os.waits_fail_from = 7;
    check_failed("work was refused, or its end was not reported");
}

TEST(work_that_runs_too_often_fails)
{
    fake_reset();
    fake_ipc.works_once_more = true;
    check_failed("work was not done exactly once");
}

TEST(an_unavailable_work_queue_is_refused)
{
    static const char *const reasons[] = {"the semaphore could not be created",
                                          "the work queue could not be started"};
    for (uint32_t most = 0; most < 2; ++most) {
        fake_reset();
        fake_os.objects_fail_from = most;
        check_outcome(operate("submit_execute", 20), CYCLESCOPE_REFUSED, reasons[most]);
        check_tidy();
    }
}
