#include "operate.h"

#define TURNS "the two threads did not hand over to each other at every turn"

static const char *const ops[] = {"yield", "semaphore_wait", "semaphore_release", "message_get",
                                  "message_put"};

TEST(hand_overs_are_measured_in_full)
{
    for (unsigned i = 0; i < 5; ++i) {
        fake_reset();
        check_iterations(ops[i], 1000);
        check_good(ops[i], 500, i == 0 ? CYCLESCOPE_DEFAULT_BATCHES : 0);
        check_tidy();
    }
}

TEST(a_window_contains_its_part_of_the_test)
{
    static const struct {
        const char *op;
        uint32_t yields; /* inside its window */
    } parts[] = {{"yield", 1}, {"semaphore_wait", 0}, {"semaphore_release", 1}};
    static uint32_t values[64];
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        fake_os.yield_costs = 1000;
        check_good(parts[i].op, 40, i == 0 ? CYCLESCOPE_DEFAULT_BATCHES : 0);
        CHECK_EQUAL(read_values(CYCLESCOPE_KIND_SAMPLE, values, 64), 40);
        for (unsigned k = 0; k < 40; ++k) {
            CHECK_EQUAL(values[k] >> 1, 1000 * parts[i].yields + fake_time.step);
        }
    }
}

TEST(a_batch_has_the_stated_number_of_switches)
{
    static uint32_t values[64];
    fake_reset();
    fake_os.yield_costs = 1000;
    check_good("yield", 400, CYCLESCOPE_DEFAULT_BATCHES);
    CHECK_EQUAL(read_values(CYCLESCOPE_KIND_BATCH, values, 64), CYCLESCOPE_DEFAULT_BATCHES);
    for (unsigned i = 0; i < CYCLESCOPE_DEFAULT_BATCHES; ++i) {
        CHECK_EQUAL(values[i] >> 1, 10 * 1000 + fake_time.step);
    }
}

static void check_failed(const char *op, const char *reason)
{
    check_outcome(operate(op, 20), CYCLESCOPE_FAILED, reason);
    check_tidy();
}

TEST(a_skipped_turn_fails)
{
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        fake_os.yields_fail_from = 12;
        fake_os.yields_fail_to = 13;
        check_failed(ops[i], TURNS);
    }
}

TEST(a_failed_wait_fails_the_operation)
{
    for (unsigned i = 1; i < 5; ++i) {
        fake_reset();
        fake_os.waits_fail_from = 12;
        check_failed(ops[i], TURNS);
    }
}

TEST(a_lost_release_fails)
{
    for (unsigned i = 1; i < 3; ++i) {
        fake_reset();
        fake_os.loses_gives = true;
        check_failed(ops[i], TURNS);
    }
}

TEST(a_changed_message_fails)
{
    for (unsigned i = 3; i < 5; ++i) {
        fake_reset();
        fake_ipc.changed = 12;
        check_failed(ops[i], "a message did not arrive as it was sent");
    }
}

TEST(an_operation_without_a_hand_over_is_refused)
{
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        fake_os.slices_time = true;
        check_outcome(operate(ops[i], 10), CYCLESCOPE_REFUSED, "needs time slicing switched off");
        check_tidy();
    }
    for (unsigned i = 3; i < 5; ++i) {
        fake_reset();
        fake_os.ignores_priorities = true;
        check_outcome(operate(ops[i], 10), CYCLESCOPE_REFUSED, "needs strict priority scheduling");
        check_tidy();
    }
}

TEST(unavailable_threads_and_objects_are_refused)
{
    for (unsigned i = 0; i < 5; ++i) {
        fake_reset();
        fake_os.helper_fails = true;
        check_outcome(operate(ops[i], 10), CYCLESCOPE_REFUSED,
                      "the second thread could not be created");
        check_tidy();
    }
    for (unsigned i = 1; i < 5; ++i) {
        fake_reset();
        fake_os.objects_fail_from = 0;
        check_outcome(
            operate(ops[i], 10), CYCLESCOPE_REFUSED,
            i < 3 ? "the semaphore could not be created" : "the queue could not be created");
        check_tidy();
    }
}
