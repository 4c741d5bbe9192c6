#include "workers.h"

static const char *const s_ops[] = {
    "addition",       "addition_waiting",       "addition_response",
    "multiplication", "multiplication_waiting", "multiplication_response"};

TEST(any_number_of_threads_processes_matrices_of_every_shape)
{
    check_all_good(s_ops, 512);
    check_all_good(s_ops, 1024);
    check_iterations("addition", 64);
    CHECK_EQUAL(find_bench("addition")->params[1].initial, 512);
    CHECK_EQUAL(find_bench("addition")->params[1].max, 8192);
}

TEST(threads_that_do_not_take_turns_fail) { check_thread_faults("multiplication", 512); }

TEST(a_wrong_result_fails)
{
    const worker_params params = {2, 512, 0, 4, 60};
    /* 512 results, of which a product needs 256, and 48 numbers for the check: the first result. */
    const uint32_t first = 512 * 2 + 48 * 4;
    check_data_fault("addition", params, first, "an element of the sum is wrong");
    check_data_fault("multiplication", params, first, "the product is not that of the matrices");
}

TEST(an_amount_without_a_shape_is_refused)
{
    fake_reset();
    check_outcome(operate_workers("addition", 2, (worker_params){2, 600, 0, 4, 60}),
                  CYCLESCOPE_REFUSED, "matrix size must be a power of two");
    check_workers_tidy();
}
