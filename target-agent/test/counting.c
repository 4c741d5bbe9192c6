/** Batches counted by a processor's counter, after the timed ones. */
#include "counting.h"

#include "cyclescope/bench.h"
#include "cyclescope/port.h"
#include "measured.h"

static uint32_t s_values[64];
static bool s_prepared;
static uint32_t s_rounds;

static const char *begin(cyclescope_run *run)
{
    s_prepared = run->round > 0;
    s_rounds += run->in_batches;
    return NULL;
}

static const char *end(cyclescope_run *run)
{
    (void)run;
    s_prepared = false;
    return NULL;
}

static void operate(uint32_t i)
{
    CHECK(s_prepared);
    fake_check_quiet();
    fake_counter.now += 1000u + i;
}

CYCLESCOPE_BENCH(work, .batches = 40, .begin = begin, .end = end) { operate(i); }
CYCLESCOPE_BENCH(scarce, .batches = 40, .max = 4, .begin = begin, .end = end) { operate(i); }

static cyclescope_outcome measure(const cyclescope_bench *bench, uint32_t batches)
{
    cyclescope_plan plan = make_plan(bench, 2 * batches);
    plan.batches = batches;
    plan.batch_size = 2;
    s_rounds = 0;
    return cyclescope_measure_operation(&plan);
}

static void start(void)
{
    fake_reset();
    fake_counter.works_for = FAKE_NEVER;
    fake_counter.reading_costs = 30;
}

TEST(without_a_counter_nothing_is_counted)
{
    fake_reset();
    const cyclescope_outcome outcome = measure(&work_bench, 40);
    check_outcome(outcome, CYCLESCOPE_OK, "");
    CHECK_EQUAL(outcome.attempted, 64 + 40 + 1 + 80 + 40);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_COUNTED_BATCH), 0);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_EMPTY_COUNTED_BATCH), 0);
}

TEST(some_batches_are_counted_after_the_timed_ones)
{
    start();
    const cyclescope_outcome outcome = measure(&work_bench, 40);
    check_outcome(outcome, CYCLESCOPE_OK, "");
    CHECK_EQUAL(outcome.attempted, 64 + 40 + 1 + 80 + 40 + 2 * CYCLESCOPE_COUNTED_BATCHES);
    CHECK_EQUAL(outcome.stored, outcome.attempted);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_BATCH), 40);
    CHECK_EQUAL(read_values(CYCLESCOPE_KIND_EMPTY_COUNTED_BATCH, s_values, 64), 10);
    for (uint32_t i = 0; i < 10; ++i) CHECK_EQUAL(s_values[i], 30 << 1);
    CHECK_EQUAL(read_values(CYCLESCOPE_KIND_COUNTED_BATCH, s_values, 64), 10);
    /* The indices of a batch's own operations, as in a timed batch. */
    for (uint32_t i = 0; i < 10; ++i) CHECK_EQUAL(s_values[i], (30 + 2000 + 4 * i + 1) << 1);
    CHECK_EQUAL(s_rounds, 2);
}

TEST(operations_with_a_limit_are_counted_in_rounds)
{
    start();
    check_outcome(measure(&scarce_bench, 6), CYCLESCOPE_OK, "");
    CHECK_EQUAL(read_values(CYCLESCOPE_KIND_COUNTED_BATCH, s_values, 64), 6);
    for (uint32_t i = 0; i < 6; ++i) CHECK_EQUAL(s_values[i], (30 + 2000 + 4 * (i % 2) + 1) << 1);
    CHECK_EQUAL(s_rounds, 2 * 3);
}

TEST(a_counter_that_ends_fails_the_operation)
{
    /* One reading to check that there is a counter, and two for each empty batch. */
    static const uint32_t lives[] = {1, 20, 1 + 20, 1 + 20 + 7};
    for (unsigned i = 0; i < sizeof lives / sizeof lives[0]; ++i) {
        start();
        fake_counter.works_for = lives[i];
        check_outcome(measure(&work_bench, 40), CYCLESCOPE_FAILED,
                      "the counter cannot be read any more");
        CHECK_EQUAL(count_values(CYCLESCOPE_KIND_COUNTED_BATCH), 0);
    }
}

TEST(a_count_that_does_not_fit_fails_the_operation)
{
    start();
    fake_counter.reading_costs = (1u << 31) - 1u;
    check_outcome(measure(&work_bench, 40), CYCLESCOPE_FAILED,
                  "a batch's count is too large to be sent");
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_EMPTY_COUNTED_BATCH), 10);
}
