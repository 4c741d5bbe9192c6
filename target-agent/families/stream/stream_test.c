#include "operate.h"

#define LOST "bytes were lost, changed or out of order"
#define SHORT "fewer bytes were sent or received than asked for"

static const char *const ops[] = {"send_recv_64B", "throughput"};

TEST(streams_are_measured_in_full)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        check_iterations(ops[i], 1000);
        check_good(ops[i], 1000, CYCLESCOPE_DEFAULT_BATCHES);
        check_tidy();
    }
}

static cyclescope_outcome receive_bytes(uint32_t bytes)
{
    cyclescope_plan plan = make_plan(find_bench("throughput"), 20);
    plan.params[0] = bytes;
    return cyclescope_measure_operation(&plan);
}

TEST(an_operation_receives_the_requested_number_of_bytes)
{
    fake_reset();
    check_outcome(receive_bytes(640), CYCLESCOPE_OK, "");
    const uint32_t operations = 1 + 20 + 40 * 4;
    CHECK(fake_ipc.sent >= operations * 640);
    /* The sender's lead: a full stream and a piece, in each of the three rounds. */
    CHECK(fake_ipc.sent <= operations * 640 + 3 * (256 + 64));
    check_tidy();
}

TEST(an_amount_that_the_pieces_do_not_divide_is_refused)
{
    fake_reset();
    check_outcome(receive_bytes(100), CYCLESCOPE_REFUSED, "bytes must be a multiple of 64");
    check_tidy();
}

static void check_failed(const char *op, const char *reason)
{
    check_outcome(operate(op, 20), CYCLESCOPE_FAILED, reason);
    check_tidy();
}

TEST(a_changed_byte_fails)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_ipc.changed = 300;
        check_failed(ops[i], LOST);
    }
}

TEST(a_lost_byte_fails)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_ipc.lost = 64 * 7 - 1;
        const cyclescope_outcome outcome = operate(ops[i], 20);
        CHECK_EQUAL(outcome.status, CYCLESCOPE_FAILED);
        check_tidy();
    }
}

TEST(a_failed_call_fails_the_operation)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.waits_fail_from = 15;
        check_failed(ops[i], SHORT);
    }
}

TEST(unavailable_streams_are_refused)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.objects_fail_from = 0;
        check_outcome(operate(ops[i], 20), CYCLESCOPE_REFUSED, "the stream could not be created");
        check_tidy();
    }
    fake_reset();
    fake_os.helper_fails = true;
    check_outcome(operate("throughput", 20), CYCLESCOPE_REFUSED,
                  "the second thread could not be created");
    check_tidy();
}
