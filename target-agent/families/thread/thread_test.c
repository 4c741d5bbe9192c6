#include "operate.h"

TEST(threads_are_measured_in_full)
{
    static const char *const ops[] = {"create", "join"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        check_iterations(ops[i], 2000);
        check_good(ops[i], 200, CYCLESCOPE_DEFAULT_BATCHES);
        check_tidy();
    }
}

TEST(a_child_that_runs_early_fails)
{
    fake_reset();
    fake_os.runs_early = 10;
    check_outcome(operate("create", 20), CYCLESCOPE_FAILED, "a child ran before it was joined");
    check_tidy();
}

TEST(a_thread_that_does_not_run_fails)
{
    static const char *const ops[] = {"create", "join"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.never_runs = 10;
        check_outcome(operate(ops[i], 20), CYCLESCOPE_FAILED, "a thread did not run exactly once");
        check_tidy();
    }
}

TEST(a_thread_whose_memory_cannot_be_reused_fails)
{
    static const char *const ops[] = {"create", "join"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.creates_fail_after = 1;
        check_outcome(operate(ops[i], 20), CYCLESCOPE_FAILED,
                      "a joined thread's memory cannot be used again");
        check_tidy();
    }
}

TEST(a_thread_that_cannot_be_created_fails)
{
    fake_reset();
    fake_os.creates_fail_from = 10;
    const cyclescope_outcome outcome = operate("create", 20);
    CHECK_EQUAL(outcome.status, CYCLESCOPE_FAILED);
    check_tidy();
}
