#include "operate.h"

static const char *const ops[] = {
    "mutex_lock_unlock",    "mutex_contention_2t", "sem_take_give",
    "event_signal_wait",    "condvar_signal_wait", "recursive_mutex_lock_unlock",
    "mutex_create_destroy", "sem_create_destroy",
};
#define OPS (sizeof ops / sizeof *ops)

static bool is(const char *op, const char *other) { return !strcmp(op, other); }

/** Only the contended lock needs a preparation before each operation. */
static uint32_t read_batches(const char *op)
{
    return is(op, "mutex_contention_2t") ? 0 : CYCLESCOPE_DEFAULT_BATCHES;
}

TEST(objects_are_measured_in_full)
{
    for (unsigned i = 0; i < OPS; ++i) {
        fake_reset();
        check_iterations(ops[i], CYCLESCOPE_DEFAULT_ITERATIONS);
        check_good(ops[i], 200, read_batches(ops[i]));
        check_tidy();
    }
}

TEST(a_contended_lock_switches_twice_inside_every_window)
{
    fake_reset();
    check_good("mutex_contention_2t", 100, 0);
    /* A switch to the helper and back before and inside each window, including the cold one. */
    CHECK_EQUAL(fake_os.switches, 4 * 101);
}

TEST(a_wait_for_a_signal_switches_there_and_back)
{
    static const char *const signals[] = {"event_signal_wait", "condvar_signal_wait"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        const uint32_t batched = CYCLESCOPE_DEFAULT_BATCHES * (100 / CYCLESCOPE_DEFAULT_BATCHES);
        check_good(signals[i], 100, CYCLESCOPE_DEFAULT_BATCHES);
        /* In each of the three rounds the second thread runs first. */
        CHECK_EQUAL(fake_os.switches, 2 * (101 + batched + 3));
    }
}

static void check_failed(const char *op, const char *reason)
{
    check_outcome(operate(op, 20), CYCLESCOPE_FAILED, reason);
    check_tidy();
}

TEST(threads_that_do_not_meet_at_the_mutex_fail)
{
    fake_reset();
    fake_os.stuck = true; /* both threads hold the mutex at once, and neither waits */
    check_failed("mutex_contention_2t", "the two threads did not meet every time");
}

TEST(a_failed_lock_fails_the_operation)
{
    fake_reset();
    fake_os.unlocks_fail_from = 5;
    fake_os.stuck = true;
    check_failed("mutex_lock_unlock", "the mutex is still locked at the end");
    fake_reset();
    fake_os.locks_fail_from = 5;
    check_failed("mutex_lock_unlock", "a lock or unlock was refused");
    fake_reset();
    fake_os.locks_fail_from = 5;
    check_failed("mutex_contention_2t", "a lock or unlock was refused");
    fake_reset();
    fake_os.locks_fail_from = 0;
    check_failed("mutex_create_destroy", "a lock or unlock was refused");
}

TEST(a_miscounting_semaphore_fails)
{
    static const char *const sems[] = {"sem_take_give", "sem_create_destroy"};
    static const char *const reasons[] = {"the semaphore does not hold what it held before",
                                          "a new semaphore does not hold what it was given"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.loses_gives = true;
        check_failed(sems[i], reasons[i]);
    }
}

TEST(a_wait_that_ends_without_its_signal_fails)
{
    static const char *const signals[] = {"event_signal_wait", "condvar_signal_wait"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.waits_fail_from = 10;
        check_failed(signals[i], "not every wait was ended by one signal");
    }
}

TEST(a_mutex_that_its_owner_cannot_lock_twice_fails)
{
    fake_reset();
    fake_os.waits_fail_from = 23; /* the cold one, the samples, and one of the check */
    check_failed("recursive_mutex_lock_unlock", "the owner could not lock the mutex twice");
    fake_reset();
    fake_os.keeps_one_lock = true;
    check_failed("recursive_mutex_lock_unlock", "the mutex is still locked at the end");
}

TEST(an_object_that_can_no_longer_be_created_fails)
{
    static const char *const news[] = {"mutex_create_destroy", "sem_create_destroy"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.news_fail_from = 10;
        check_failed(news[i], "an object could not be created");
    }
}

TEST(objects_without_memory_are_refused_and_none_is_leaked)
{
    for (unsigned i = 0; i < OPS; ++i) {
        if (strstr(ops[i], "create")) continue;
        for (uint32_t most = 0; most < 2; ++most) {
            /* Only the first object can be created; the second belongs to the two threads. */
            if (most > 0 && !strstr(ops[i], "contention") && !is(ops[i], "condvar_signal_wait"))
                continue;
            fake_reset();
            fake_os.mutexes_fail_from = most;
            fake_os.objects_fail_from = 0;
            check_outcome(operate(ops[i], 20), CYCLESCOPE_REFUSED,
                          "there is no memory for the objects");
            check_tidy();
        }
    }
    fake_reset();
    fake_os.objects_fail_from = 1;
    check_outcome(operate("mutex_contention_2t", 20), CYCLESCOPE_REFUSED,
                  "there is no memory for the objects");
    check_tidy();
}

TEST(contention_is_refused_without_a_second_thread)
{
    static const char *const two[] = {"mutex_contention_2t", "event_signal_wait",
                                      "condvar_signal_wait"};
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        fake_os.helper_fails = true;
        check_outcome(operate(two[i], 20), CYCLESCOPE_REFUSED,
                      "the second thread could not be created");
        check_tidy();
    }
    fake_reset();
    fake_os.ignores_priorities = true;
    check_outcome(operate(two[0], 20), CYCLESCOPE_REFUSED, "needs strict priority scheduling");
    check_tidy();
    for (unsigned i = 1; i < 3; ++i) {
        fake_reset();
        fake_os.slices_time = true;
        check_outcome(operate(two[i], 20), CYCLESCOPE_REFUSED, "needs time slicing switched off");
        check_tidy();
    }
}
