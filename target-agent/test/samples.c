/** Benchmarks for the tests of the command loop, with places like a user's. */
#include "cyclescope/bench.h"
#include "samples.h"

sample_script sample_acts;

static const char *maybe_refuse(cyclescope_run *run)
{
    sample_acts.param = run->params[0];
    return sample_acts.refusal;
}

static const char *maybe_fail(cyclescope_run *run)
{
    (void)run;
    return sample_acts.failure;
}

static void act(uint32_t i)
{
    fake_check_quiet();
    fake_time.now += 100;
    sample_acts.executed += 1;
    if (sample_acts.types && i == sample_acts.types_at) fake_type(sample_acts.types);
}

static void nothing_to_prepare(cyclescope_run *run, uint32_t i)
{
    (void)run;
    (void)i;
}

#line 10 "user folder/filter_bank.c"
CYCLESCOPE_BENCH(fir, .about = "one output, \"direct form\"", .iterations = 20, .batches = 4,
                 CYCLESCOPE_PARAMS({"taps", 32, 1, 64}, {"gain", 0, 0, UINT32_MAX}),
                 .begin = maybe_refuse)
{
    act(i);
}

#line 5 "user folder/queue.c"
CYCLESCOPE_BENCH(put, .about = "put a word", .iterations = 50, .max = 8, .warmup = 3, .batches = 4,
                 .end = maybe_fail)
{
    act(i);
}

CYCLESCOPE_BENCH(get, .before_each = nothing_to_prepare, CYCLESCOPE_PARAMS({"size", 4, 1, 9}))
{
    act(i);
}
