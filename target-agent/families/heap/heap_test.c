#include "operate.h"

TEST(a_heap_is_measured_in_full)
{
    static const char *const ops[] = {"malloc", "free"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        check_iterations(ops[i], 1000);
        check_good(ops[i], 200, CYCLESCOPE_DEFAULT_BATCHES);
        check_tidy();
    }
}

TEST(a_heap_that_is_too_small_is_refused)
{
    static const char *const ops[] = {"malloc", "free"};
    for (unsigned i = 0; i < 2; ++i) {
        fake_reset();
        fake_os.heap_free = 39 * 64;
        check_outcome(operate(ops[i], 40), CYCLESCOPE_REFUSED,
                      "the heap is too small for this many blocks at once");
        check_tidy();
        fake_reset();
        fake_os.heap_free = 40 * 64;
        check_outcome(operate(ops[i], 40), CYCLESCOPE_OK, "");
    }
}

TEST(a_heap_that_returns_memory_in_use_fails)
{
    fake_reset();
    fake_os.scribbles = true;
    check_outcome(operate("malloc", 20), CYCLESCOPE_FAILED,
                  "a block does not hold what was written into it");
    check_tidy();
}
