#include "operate.h"

static const char *const ops[] = {"alloc", "free"};

TEST(good_blocks_are_measured_in_full)
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

/* Allocations: two in the cold one's round, then one per sample, and in batches many at once. */
#define IN_SAMPLES 20
#define IN_BATCHES 150

TEST(a_block_that_is_in_use_fails)
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

TEST(a_block_that_is_not_to_be_had_fails)
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

TEST(a_block_that_does_not_come_back_fails)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.leaks = 8;
        check_failed(ops[i], "a block did not come back");
    }
}

TEST(without_memory_for_one_block_it_is_refused)
{
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.allocation_fails = 0;
        check_outcome(operate(ops[i], 10), CYCLESCOPE_REFUSED, "there is no memory for the blocks");
        check_tidy();
    }
}
