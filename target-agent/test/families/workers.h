/** Parameters and faults shared by the tests of sorting and of matrices. */
#ifndef CYCLESCOPE_TEST_WORKERS_H
#define CYCLESCOPE_TEST_WORKERS_H

#include "operate.h"

typedef struct {
    uint32_t threads;
    uint32_t size;
    uint32_t total;
    uint32_t turns;
    uint32_t seconds;
} worker_params;

/** Measures one operation with these parameters. */
static inline cyclescope_outcome operate_workers(const char *op, uint32_t iterations,
                                                 worker_params params)
{
    cyclescope_plan plan = make_plan(find_bench(op), iterations);
    const uint32_t given[] = {params.threads, params.size, params.total, params.turns,
                              params.seconds};
    memcpy(plan.params, given, sizeof given);
    return cyclescope_measure_operation(&plan);
}

static inline void check_workers_tidy(void)
{
    check_tidy();
    CHECK(!fake_work.area);
}

/**
 * Measures each operation in full: with few threads and many, with data per thread and in total.
 */
static inline void check_all_good(const char *const *ops, uint32_t size)
{
    static const uint32_t threads[] = {1, 2, 3, 32};
    for (uint32_t i = 0; i < 4u * 2u * 6u; ++i) {
        fake_reset();
        const worker_params params = {threads[i % 4u], size, i / 4u % 2u, i % 7u, 60};
        const cyclescope_outcome outcome = operate_workers(ops[i / 8u], 70, params);
        check_outcome(outcome, CYCLESCOPE_OK, "");
        CHECK_EQUAL(count_values(CYCLESCOPE_KIND_COLD), 1);
        CHECK_EQUAL(count_values(CYCLESCOPE_KIND_SAMPLE), 70);
        check_workers_tidy();
    }
}

/** Checks the reports on faulty threads. */
static inline void check_thread_faults(const char *op, uint32_t size)
{
    const worker_params params = {3, size, 0, 4, 60};
    fake_reset();
    fake_os.yields_fail_from = 20;
    fake_os.yields_fail_to = 21;
    check_outcome(operate_workers(op, 6, params), CYCLESCOPE_FAILED,
                  "the workers did not take turns");
    check_workers_tidy();
    fake_reset();
    fake_os.never_runs = 1;
    check_outcome(operate_workers(op, 6, params), CYCLESCOPE_FAILED,
                  "a worker did not run exactly once");
    check_workers_tidy();
    fake_reset();
    fake_os.creates_fail_after = 10;
    check_outcome(operate_workers(op, 12, params), CYCLESCOPE_FAILED,
                  "a thread could not be created");
    check_workers_tidy();
}

/** Flips one bit of the data in the middle of an execution. */
static inline void check_data_fault(const char *op, worker_params params, uint32_t from_end,
                                    const char *reason)
{
    fake_reset();
    fake_work.fault_at = 5;
    fake_work.fault_from_end = from_end;
    check_outcome(operate_workers(op, 6, params), CYCLESCOPE_FAILED, reason);
    check_workers_tidy();
}

#endif
