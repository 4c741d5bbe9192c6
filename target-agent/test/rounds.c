/** Rounds, warm-up and batches, and their failures. */
#include "cyclescope/bench.h"
#include "measured.h"

static struct {
    uint32_t begins, ends, before, after, operations;
    uint32_t alive; /* operations since the round began */
    uint32_t most_alive;
    uint32_t last;   /* index of the last operation in its round */
    uint32_t undone; /* operations that the last `end` had to undo */
    uint32_t costs;  /* ticks that an operation takes */
    const char *refusal;
    uint32_t refused_round;
    const char *failure;
    uint32_t failed_round;
    uint32_t stop_after;  /* operations */
    uint32_t wrong_after; /* operations, then the clock is wrong */
} s_did;

static void reset(void)
{
    fake_reset();
    memset(&s_did, 0, sizeof s_did);
    s_did.costs = 100;
    s_did.stop_after = UINT32_MAX;
    s_did.wrong_after = UINT32_MAX;
}

static const char *begin(cyclescope_run *run)
{
    CHECK_EQUAL(run->first, 0);
    CHECK_EQUAL(run->count, 0);
    CHECK(run->round > 0);
    CHECK(!run->in_batches || run->round % run->batch_size == 0);
    s_did.alive = 0;
    s_did.last = UINT32_MAX;
    return s_did.begins++ == s_did.refused_round ? s_did.refusal : NULL;
}

static const char *end(cyclescope_run *run)
{
    s_did.undone = run->first + run->count;
    CHECK_EQUAL(s_did.undone, s_did.alive);
    return s_did.ends++ == s_did.failed_round ? s_did.failure : NULL;
}

static void operate(cyclescope_run *run, uint32_t i)
{
    fake_check_quiet();
    CHECK(fake_window_open());
    CHECK(i < run->round);
    CHECK_EQUAL(i, s_did.last + 1u);
    s_did.last = i;
    s_did.operations += 1;
    s_did.alive += 1;
    if (s_did.alive > s_did.most_alive) s_did.most_alive = s_did.alive;
    fake_time.now += s_did.costs;
    if (s_did.operations >= s_did.wrong_after) fake_time.wrong = "the clock is wrong";
}

static bool stop_now(void) { return s_did.operations >= s_did.stop_after; }

static void before(cyclescope_run *run, uint32_t i)
{
    (void)run;
    fake_check_quiet();
    CHECK(!fake_window_open());
    CHECK_EQUAL(s_did.before, s_did.after);
    CHECK_EQUAL(i, s_did.last + 1u);
    s_did.before += 1;
}

static void after(cyclescope_run *run, uint32_t i)
{
    (void)run;
    fake_check_quiet();
    CHECK(!fake_window_open());
    s_did.after += 1;
    CHECK_EQUAL(s_did.before, s_did.after);
    CHECK_EQUAL(i, s_did.last);
}

CYCLESCOPE_BENCH(plain, .begin = begin, .end = end) { operate(run, i); }
CYCLESCOPE_BENCH(few, .max = 7, .warmup = 3, .begin = begin, .end = end) { operate(run, i); }
CYCLESCOPE_BENCH(pairs, .multiple = 2, .batches = 30, .begin = begin, .end = end)
{
    operate(run, i);
}
CYCLESCOPE_BENCH(around, .before_each = before, .after_each = after, .begin = begin, .end = end)
{
    operate(run, i);
}
CYCLESCOPE_BENCH(many, .batches = 3000, .begin = begin, .end = end) { operate(run, i); }

TEST(every_operation_yields_one_sample_in_order)
{
    static const uint32_t counts[] = {1, 2, 1023, 1024, 1025, 2048, 2500};
    static uint32_t values[4096];
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        reset();
        const cyclescope_plan plan = make_plan(&plain_bench, counts[i]);
        const cyclescope_outcome outcome = cyclescope_measure_operation(&plan);
        check_outcome(outcome, CYCLESCOPE_OK, "");
        CHECK_EQUAL(read_values(CYCLESCOPE_KIND_SAMPLE, values, 4096), counts[i]);
        for (uint32_t k = 0; k < counts[i]; ++k) CHECK_EQUAL(values[k] >> 1, 107);
        CHECK_EQUAL(s_did.begins, s_did.ends);
    }
}

TEST(the_cold_execution_is_kept_separately_and_the_warmup_is_dropped)
{
    reset();
    cyclescope_plan plan = make_plan(&plain_bench, 10);
    plan.warmup = 1500;
    plan.batches = 0;
    cyclescope_measure_operation(&plan);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_COLD), 1);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_SAMPLE), 10);
    CHECK_EQUAL(s_did.operations, 1 + 1500 + 10);
    CHECK_EQUAL(s_did.begins, 2);
}

TEST(no_more_executions_exist_at_once_than_allowed)
{
    reset();
    const cyclescope_plan plan = make_plan(&few_bench, 20);
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_OK, "");
    CHECK_EQUAL(s_did.most_alive, 7);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_SAMPLE), 20);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_BATCH), CYCLESCOPE_DEFAULT_BATCHES);
    /* the cold round, 20 in rounds of 7, 40 batches of one in rounds of 7 */
    CHECK_EQUAL(s_did.begins, 1 + 3 + 6);
}

TEST(a_traced_operation_never_has_batches)
{
    reset();
    cyclescope_plan plan = make_plan(&few_bench, 20);
    plan.batches = plan.batch_size = 0;
    plan.traced = true;
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_OK, "");
    CHECK_EQUAL(fake_count_packets(CYCLESCOPE_EVENT_TRACED), 1 + 20);
    CHECK_EQUAL(s_did.begins, 1 + 3);
}

TEST(a_warmup_is_limited_by_what_may_exist)
{
    CHECK_EQUAL(cyclescope_choose_warmup(&few_bench, 3), 3);
    CHECK_EQUAL(cyclescope_choose_warmup(&few_bench, 7), 6);
    CHECK_EQUAL(cyclescope_choose_warmup(&plain_bench, UINT32_MAX), UINT32_MAX - 1u);
}

TEST(preparing_and_checking_an_operation_is_not_measured)
{
    reset();
    const cyclescope_plan plan = make_plan(&around_bench, 1500);
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_OK, "");
    CHECK_EQUAL(s_did.before, 1501);
    CHECK_EQUAL(s_did.after, 1501);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_BATCH), 0);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_EMPTY_BATCH), 0);
}

TEST(iterations_are_divided_among_the_batches)
{
    static const struct {
        const cyclescope_bench *bench;
        uint32_t iterations;
        uint32_t size;
    } cases[] = {{&plain_bench, 1000, 25}, {&plain_bench, 1, 1},  {&plain_bench, 79, 1},
                 {&pairs_bench, 1000, 32}, {&pairs_bench, 90, 2}, {&pairs_bench, 1, 2},
                 {&few_bench, 1000, 7},    {&around_bench, 9, 0}, {&plain_bench, UINT32_MAX, 1000}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        CHECK_EQUAL(cyclescope_choose_batch_size(cases[i].bench, cases[i].iterations),
                    cases[i].size);
    }
}

TEST(a_batch_is_the_time_of_all_its_operations)
{
    static uint32_t values[64];
    reset();
    const cyclescope_plan plan = make_plan(&pairs_bench, 1000);
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_OK, "");
    CHECK_EQUAL(read_values(CYCLESCOPE_KIND_BATCH, values, 64), 30);
    for (uint32_t i = 0; i < 30; ++i) CHECK_EQUAL(values[i] >> 1, 32 * 100 + 7);
    CHECK_EQUAL(read_values(CYCLESCOPE_KIND_EMPTY_BATCH, values, 64), 30);
    for (uint32_t i = 0; i < 30; ++i) CHECK_EQUAL(values[i] >> 1, 7);
}

TEST(more_batches_than_fit_into_the_store_take_several_rounds)
{
    reset();
    const cyclescope_plan plan = make_plan(&many_bench, 6000);
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_OK, "");
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_BATCH), 3000);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_EMPTY_BATCH), 1024);
}

TEST(a_failed_begin_is_a_refusal_without_an_end)
{
    for (uint32_t round = 0; round < 4; ++round) {
        reset();
        s_did.refusal = "no memory";
        s_did.refused_round = round;
        const cyclescope_plan plan = make_plan(&few_bench, 14);
        check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_REFUSED, "no memory");
        CHECK_EQUAL(s_did.begins, round + 1);
        CHECK_EQUAL(s_did.ends, round);
    }
}

TEST(a_failed_check_of_a_round_fails_the_operation)
{
    reset();
    s_did.failure = "a block was lost";
    const cyclescope_plan plan = make_plan(&plain_bench, 10);
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_FAILED, "a block was lost");
    CHECK_EQUAL(s_did.ends, 1);
}

TEST(a_stop_between_blocks_undoes_the_round_without_checking_it)
{
    reset();
    cyclescope_plan plan = make_plan(&plain_bench, 5000);
    plan.stop_requested = stop_now;
    s_did.stop_after = 1500;
    s_did.failure = "half of it is missing";
    s_did.failed_round = 1;
    const cyclescope_outcome outcome = cyclescope_measure_operation(&plan);
    check_outcome(outcome, CYCLESCOPE_STOPPED, "stopped by the host");
    CHECK_EQUAL(s_did.begins, s_did.ends);
    CHECK_EQUAL(s_did.undone, 2048);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_SAMPLE), 2048);
    CHECK_EQUAL(outcome.attempted, outcome.stored);
}

TEST(a_clock_that_is_wrong_before_a_block_undoes_the_blocks_before_it_alone)
{
    reset();
    s_did.wrong_after = 1 + 1024;
    const cyclescope_plan plan = make_plan(&plain_bench, 2500);
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_FAILED, "the clock is wrong");
    CHECK_EQUAL(s_did.undone, 1024);
    CHECK_EQUAL(s_did.begins, s_did.ends);

    reset();
    s_did.wrong_after = 1 + 10;
    const cyclescope_plan batches = make_plan(&plain_bench, 10);
    check_outcome(cyclescope_measure_operation(&batches), CYCLESCOPE_FAILED, "the clock is wrong");
    CHECK_EQUAL(s_did.undone, 0);
    CHECK_EQUAL(s_did.begins, s_did.ends);
}

TEST(a_stop_before_the_first_block_undoes_nothing)
{
    reset();
    cyclescope_plan plan = make_plan(&plain_bench, 10);
    plan.stop_requested = stop_now;
    s_did.stop_after = 0;
    s_did.failure = "nothing was done";
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_STOPPED, "stopped by the host");
    CHECK_EQUAL(s_did.undone, 0);
    CHECK_EQUAL(s_did.ends, 1);
}
