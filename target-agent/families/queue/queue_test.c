#include "operate.h"

#define LOST "an item was lost, changed or out of order"
/* After all items that the second thread sends in the round of the cold execution. */
#define LATER 15

static const char *const ops[] = {"send_receive", "throughput_2t", "create_destroy"};

TEST(queues_are_measured_in_full)
{
    for (unsigned i = 0; i < 3; ++i) {
        fake_reset();
        check_iterations(ops[i], 1000);
        check_good(ops[i], 1000, CYCLESCOPE_DEFAULT_BATCHES);
        check_tidy();
    }
}

TEST(two_threads_take_turns_once_per_queue)
{
    fake_reset();
    check_good("throughput_2t", 50, CYCLESCOPE_DEFAULT_BATCHES);
    /*
     * A switch to the sender and back per full queue of items; the sender has started one more.
     */
    const uint32_t received = 1 + 50 + 40 * CYCLESCOPE_QUEUE_LENGTH_MAX;
    CHECK(fake_os.switches >= 2 * received / (CYCLESCOPE_QUEUE_LENGTH_MAX + 1));
    CHECK(fake_os.switches <= 2 * (received / CYCLESCOPE_QUEUE_LENGTH_MAX + 10));
}

static void check_failed(const char *op, const char *reason)
{
    check_outcome(operate(op, 20), CYCLESCOPE_FAILED, reason);
    check_tidy();
}

TEST(a_changed_item_fails)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_ipc.changed = LATER;
        check_failed(ops[i], LOST);
    }
}

TEST(a_lost_or_duplicated_item_fails)
{
    fake_reset();
    fake_ipc.lost = LATER;
    check_failed("throughput_2t", LOST);
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_ipc.doubled = LATER;
        check_failed(ops[i], LOST);
    }
}

TEST(a_leftover_item_fails)
{
    fake_reset();
    /* The cold execution precedes the twenty samples. */
    fake_ipc.doubled = 20;
    check_failed("send_receive", "an item was left in the queue");
}

TEST(a_failed_call_fails_the_operation)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.waits_fail_from = 15;
        check_failed(ops[i], "a send or receive was refused");
    }
}

TEST(a_created_queue_must_work)
{
    fake_reset();
    fake_os.waits_fail_from = 0;
    check_failed("create_destroy", "a created queue does not carry an item");
    fake_reset();
    fake_ipc.changed = 0;
    check_failed("create_destroy", "a created queue does not carry an item");
    fake_reset();
    fake_os.news_fail_from = 12;
    check_failed("create_destroy", "a queue could not be created");
}

TEST(unavailable_queues_are_refused)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.objects_fail_from = 0;
        check_outcome(operate(ops[i], 20), CYCLESCOPE_REFUSED, "the queue could not be created");
        check_tidy();
    }
    fake_reset();
    fake_os.helper_fails = true;
    check_outcome(operate("throughput_2t", 20), CYCLESCOPE_REFUSED,
                  "the second thread could not be created");
    check_tidy();
}
