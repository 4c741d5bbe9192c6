#include "workers.h"

static const char *const s_ops[] = {"selection", "selection_waiting", "selection_response",
                                    "quick",     "quick_waiting",     "quick_response"};

TEST(integers_are_sorted_by_any_number_of_threads)
{
    check_all_good(s_ops, 100);
    check_iterations("selection", 64);
    CHECK_EQUAL(find_bench("quick")->params[0].initial, 2);
    CHECK_EQUAL(find_bench("quick")->params[1].initial, 100);
    CHECK_EQUAL(find_bench("quick")->params[1].max, 1000000);
}

TEST(many_integers_are_sorted_in_total)
{
    fake_reset();
    check_outcome(operate_workers("quick", 4, (worker_params){4, 1000000, 1, 15, 60}),
                  CYCLESCOPE_OK, "");
    check_workers_tidy();
}

TEST(threads_that_do_not_take_turns_fail) { check_thread_faults("selection", 100); }

TEST(a_wrong_result_fails)
{
    const worker_params params = {2, 100, 0, 4, 60};
    /* A set takes 448 bytes, of which 400 are integers. The last one of the last thread: */
    check_data_fault("quick", params, 52, "what was sorted is not what was there before");
    /* The sign of its first integer, which is in its place already: */
    check_data_fault("selection", params, 445, "the result is not sorted");
}

TEST(data_that_do_not_fit_are_refused_with_the_numbers)
{
    fake_reset();
    fake_work.there = 100000;
    check_outcome(operate_workers("quick", 2, (worker_params){2, 20000, 0, 4, 60}),
                  CYCLESCOPE_REFUSED,
                  format_text("needs %u bytes for data and threads, and the fake has 100000",
                              2u * 80000u + 64u + 128u));
    check_outcome(operate_workers("quick", 2, (worker_params){2, 20000, 1, 4, 60}), CYCLESCOPE_OK,
                  "");
    fake_work.is_refused = true;
    CHECK_EQUAL(operate_workers("quick", 2, (worker_params){2, 100, 0, 4, 60}).status,
                CYCLESCOPE_REFUSED);
    check_workers_tidy();
}

TEST(a_sort_that_would_take_too_long_is_refused_with_the_numbers)
{
    /* Only readings advance the fake clock: a probe takes 7 steps of 25 MHz. */
    fake_reset();
    check_outcome(operate_workers("selection", 2, (worker_params){2, 1000000, 0, 4, 28}),
                  CYCLESCOPE_REFUSED,
                  "one execution would take about 57 s, and the parameter seconds allows 28 s");
    fake_time.step = 700;
    /* Raising `seconds` would not help, although it is exceeded as well. */
    check_outcome(
        operate_workers("selection", 2, (worker_params){2, 1000000, 0, 4, 3600}),
        CYCLESCOPE_REFUSED,
        "one execution would take about 5657 s, and this clock can time no more than 85 s");
    check_outcome(
        operate_workers("selection", 2, (worker_params){2, 200000, 0, 4, 3600}), CYCLESCOPE_REFUSED,
        "one execution would take about 227 s, and this clock can time no more than 85 s");
    check_workers_tidy();
}

TEST(an_instruction_clock_is_limited_in_emulated_seconds)
{
    fake_reset();
    fake_time.unit = "instructions";
    check_outcome(operate_workers("selection", 2, (worker_params){2, 1000000, 0, 4, 28}),
                  CYCLESCOPE_REFUSED,
                  "one execution would take about 57 s of the emulated clock, and the parameter "
                  "seconds allows 28 s");
    check_workers_tidy();
}

TEST(threads_that_would_not_take_turns_are_refused)
{
    const worker_params params = {2, 100, 0, 4, 60};
    fake_reset();
    fake_os.slices_time = true;
    check_outcome(operate_workers("quick", 2, params), CYCLESCOPE_REFUSED,
                  "needs time slicing switched off");
    fake_reset();
    fake_os.ignores_priorities = true;
    check_outcome(operate_workers("quick", 2, params), CYCLESCOPE_REFUSED,
                  "needs strict priority scheduling");
    check_workers_tidy();
}

/** Reads the figures of an execution, in ticks; only turns take time here. */
static void read_figures(const char *op, worker_params params, uint32_t *figures)
{
    fake_reset();
    fake_os.yield_costs = 1000;
    check_outcome(operate_workers(op, params.threads, params), CYCLESCOPE_OK, "");
    CHECK_EQUAL(read_values(CYCLESCOPE_KIND_SAMPLE, figures, params.threads), params.threads);
    for (uint32_t i = 0; i < params.threads; ++i) figures[i] >>= 1;
}

TEST(figures_match_the_definition)
{
    const worker_params params = {3, 100, 0, 4, 60};
    uint32_t execution[3];
    uint32_t waiting[3];
    uint32_t response[3];
    read_figures("quick", params, execution);
    read_figures("quick_waiting", params, waiting);
    read_figures("quick_response", params, response);
    for (uint32_t i = 0; i < 3; ++i) {
        /* Four turns; in each, all three yield once. */
        CHECK(execution[i] >= 4 * 3 * 1000 && execution[i] < 4 * 3 * 1000 + 500);
        CHECK(waiting[i] >= 4 * 3 * 1000 && waiting[i] < 4 * 3 * 1000 + 500);
        /* The threads before it yield once before it begins. */
        CHECK(response[i] >= i * 1000 && response[i] < i * 1000 + 100);
    }
}

TEST(a_tick_in_a_figure_is_reported)
{
    static const char *const ops[] = {"quick", "quick_waiting", "quick_response"};
    for (uint32_t op = 0; op < 3; ++op) {
        uint32_t values[3];
        fake_reset();
        fake_os.yield_costs = 50000;
        check_outcome(operate_workers(ops[op], 3, (worker_params){3, 100, 0, 4, 60}), CYCLESCOPE_OK,
                      "");
        CHECK_EQUAL(read_values(CYCLESCOPE_KIND_SAMPLE, values, 3), 3);
        CHECK_EQUAL(values[2] & 1u, 1);
        fake_reset();
        fake_time.tick_period = 100000000;
        check_outcome(operate_workers(ops[op], 3, (worker_params){3, 100, 0, 4, 60}), CYCLESCOPE_OK,
                      "");
        CHECK_EQUAL(read_values(CYCLESCOPE_KIND_SAMPLE, values, 3), 3);
        CHECK_EQUAL(values[2] & 1u, 0);
    }
}
