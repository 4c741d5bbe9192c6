#include "operate.h"

static const char *const ops[] = {"alloc", "free"};

TEST(blocks_are_measured_in_full)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        check_iterations(ops[i], 1000);
        check_good(ops[i], 1000, CYCLESCOPE_DEFAULT_BATCHES);
        check_tidy();
    }
}

static void check_failed(const char *op, const char *reason)
{
    check_outcome(operate(op, 100), CYCLESCOPE_FAILED, reason);
    check_tidy();
}

/*
 * Allocations: two in the round of the cold execution, then one per sample, and many at once in
 * batches.
 */
#define IN_SAMPLES 20
#define IN_BATCHES 150

TEST(a_block_in_use_fails)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.allocated_again = 1;
        check_failed(ops[i], "a block was handed out that is in use");
        fake_reset();
        fake_os.allocated_again = IN_BATCHES;
        check_failed(ops[i], "a block was handed out that is in use");
    }
}

TEST(an_unavailable_block_fails)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.allocation_fails = IN_SAMPLES;
        check_failed(ops[i], "a block could not be allocated");
        fake_reset();
        fake_os.allocation_fails = IN_BATCHES;
        check_failed(ops[i], "a block could not be allocated");
    }
}

TEST(a_block_that_is_not_returned_fails)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.leaks = 8;
        check_failed(ops[i], "a block did not come back");
    }
}

TEST(the_operation_is_refused_without_memory_for_a_block)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.allocation_fails = 0;
        check_outcome(operate(ops[i], 10), CYCLESCOPE_REFUSED, "there is no memory for the blocks");
        check_tidy();
    }
}
