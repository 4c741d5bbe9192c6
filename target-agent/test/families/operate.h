/** Measures one of the shipped benchmarks on the fake system. */
#ifndef CYCLESCOPE_OPERATE_H
#define CYCLESCOPE_OPERATE_H

#include "measured.h"
#include "registry.h"

static inline bool has_name(const cyclescope_bench *bench, const char *name)
{
    const char *op = strchr(name, '/');
    if (!op) return !strcmp(bench->op, name);
    const cyclescope_span suite = cyclescope_find_suite(bench);
    return suite.length == (uint32_t)(op - name) && !strncmp(suite.text, name, suite.length) &&
           !strcmp(bench->op, op + 1);
}

/** Finds a benchmark by `op`, or by `suite/op` if several linked suites have that name. */
static inline const cyclescope_bench *find_bench(const char *name)
{
    for (const cyclescope_bench *bench = cyclescope_registry_begin();
         bench < cyclescope_registry_end(); ++bench) {
        if (has_name(bench, name)) return bench;
    }
    CHECK(!"a benchmark of that name");
    return cyclescope_registry_begin();
}

static inline cyclescope_outcome operate(const char *op, uint32_t iterations)
{
    const cyclescope_plan plan = make_plan(find_bench(op), iterations);
    return cyclescope_measure_operation(&plan);
}

/** Measures and expects success, with these numbers of samples and batches. */
static inline void check_good(const char *op, uint32_t iterations, uint32_t batches)
{
    check_outcome(operate(op, iterations), CYCLESCOPE_OK, "");
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_COLD), 1);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_SAMPLE), iterations);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_BATCH), batches);
}

/** Checks that a benchmark left no object behind. */
static inline void check_tidy(void)
{
    CHECK_EQUAL(fake_os.blocks, 0);
    CHECK_EQUAL(fake_os.mutexes, 0);
    CHECK_EQUAL(fake_os.threads, 0);
    CHECK_EQUAL(fake_os.objects, 0);
}

/** Checks the number of iterations that a benchmark's definition requires. */
static inline void check_iterations(const char *op, uint32_t iterations)
{
    CHECK_EQUAL(cyclescope_get_iterations(find_bench(op)), iterations);
}

#endif
