#include "operate.h"

TEST(a_mutex_is_measured_in_full)
{
    static const char *const ops[] = {"lock", "unlock", "pair"};
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        check_iterations(ops[i], 1000);
        check_good(ops[i], 1500, CYCLESCOPE_DEFAULT_BATCHES);
        check_tidy();
    }
}

static void check_failed(const char *op, const char *reason)
{
    const cyclescope_outcome outcome = operate(op, 20);
    check_outcome(outcome, CYCLESCOPE_FAILED, reason);
    check_tidy();
}

TEST(a_failed_lock_fails_the_operation)
{
    static const char *const ops[] = {"lock", "unlock"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.locks_fail_from = 5;
        check_failed(ops[i], "a lock or unlock was refused");
    }
}

TEST(a_failed_unlock_fails_the_operation)
{
    fake_reset();
    fake_os.stuck = true;
    fake_os.unlocks_fail_from = 5;
    check_failed("lock", "a lock or unlock was refused");
    fake_reset();
    fake_os.stuck = true;
    fake_os.unlocks_fail_from = 5;
    check_failed("unlock", "a lock or unlock was refused");
    fake_reset();
    fake_os.stuck = true;
    fake_os.unlocks_fail_from = 5;
    check_failed("pair", "the mutex is still locked at the end");
}

TEST(mutexes_without_memory_are_refused_and_none_is_leaked)
{
    static const char *const ops[] = {"lock", "unlock", "pair"};
    for (unsigned i = 0; i < 3; ++i) {
        for (uint32_t most = 0; most < 3; ++most) {
            /* The pair needs one mutex in all. */
            if (most > 0 && i == 2) continue;
            fake_reset();
            fake_os.mutexes_fail_from = most;
            check_outcome(operate(ops[i], 1000), CYCLESCOPE_REFUSED,
                          "there is no memory for the mutexes");
            check_tidy();
        }
    }
}
