/** Blocks: nothing on the wire, every value counted, and no faulty clock accepted. */
#include "cyclescope/bench.h"
#include "cyclescope/port.h"
#include "measured.h"

static uint32_t s_costs;
static uint32_t s_operations;
static uint32_t s_clock_dies_at;
static bool s_kernel_events_on;
static bool s_may_lose;
static uint32_t s_tick_at;

static void reset(void)
{
    fake_reset();
    s_costs = 100;
    s_operations = 0;
    s_clock_dies_at = UINT32_MAX;
    s_tick_at = UINT32_MAX;
    s_may_lose = false;
}

static void operate(void)
{
    fake_check_quiet();
    CHECK(s_may_lose || !fake_stream.used);
    CHECK_EQUAL(fake_stream.kernel_events, s_kernel_events_on);
    if (s_operations == s_tick_at) {
        fake_time.now += fake_time.tick_period - fake_time.now % fake_time.tick_period;
    }
    if (s_operations++ == s_clock_dies_at) fake_time.step = 0;
    fake_time.now += s_costs;
}

CYCLESCOPE_BENCH(work) { operate(); }
CYCLESCOPE_BENCH(eventful, .event_bytes = 100) { operate(); }
CYCLESCOPE_BENCH(sleepy, .idles = true) { operate(); }
CYCLESCOPE_BENCH(stormy, .event_bytes = 100000) { operate(); }

static uint32_t s_values[8192];

TEST(samples_do_not_depend_on_the_ring_or_the_host)
{
    static const struct {
        uint32_t ring;
        uint32_t host_rate;
    } cases[] = {{65536, 65536}, {2048, 2048}, {2048, 50}, {2048, 1}};
    static uint32_t first[8192];
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        reset();
        fake_stream.ring = cases[i].ring;
        fake_stream.host_rate = cases[i].host_rate;
        s_kernel_events_on = false;
        const cyclescope_plan plan = make_plan(&work_bench, 3000);
        const cyclescope_outcome outcome = cyclescope_measure_operation(&plan);
        check_outcome(outcome, CYCLESCOPE_OK, "");
        CHECK_EQUAL(outcome.attempted, 64 + 40 + 1 + 3000 + 40);
        CHECK_EQUAL(outcome.stored, outcome.attempted);
        CHECK_EQUAL(read_values(CYCLESCOPE_KIND_SAMPLE, i ? s_values : first, 8192), 3000);
        CHECK(!i || !memcmp(s_values, first, 3000 * sizeof first[0]));
    }
}

TEST(losses_are_counted_exactly)
{
    reset();
    fake_stream.ring = 512;
    fake_stream.host_rate = 300;
    s_kernel_events_on = false;
    cyclescope_plan plan = make_plan(&work_bench, 3000);
    plan.may_wait = false;
    s_may_lose = true;
    const cyclescope_outcome outcome = cyclescope_measure_operation(&plan);
    uint32_t arrived = 0;
    for (uint32_t i = 0; i < fake_count_packets(CYCLESCOPE_EVENT_SAMPLES); ++i) {
        fake_packet *packet = fake_find_packet(CYCLESCOPE_EVENT_SAMPLES, i);
        for (int field = 0; field < 3; ++field) (void)fake_read_u32(packet);
        for (; !fake_read_all(packet); ++arrived) (void)fake_read_u32(packet);
    }
    CHECK_EQUAL(outcome.attempted, 64 + 40 + 1 + 3000 + 40);
    CHECK_EQUAL(outcome.stored, arrived);
    CHECK(arrived > 0 && arrived < outcome.attempted);
}

TEST(a_traced_block_fits_the_smallest_ring)
{
    CHECK_EQUAL(cyclescope_count_block(&work_bench, false), 1024);
    CHECK_EQUAL(cyclescope_count_block(&eventful_bench, false), 1024);
    CHECK_EQUAL(cyclescope_count_block(&work_bench, true), 1536 / 32);
    CHECK_EQUAL(cyclescope_count_block(&eventful_bench, true), 1536 / 100);
    CHECK_EQUAL(cyclescope_count_block(&stormy_bench, true), 1);
}

static cyclescope_outcome trace(uint32_t iterations)
{
    cyclescope_plan plan = make_plan(&eventful_bench, iterations);
    plan.traced = true;
    plan.batches = plan.batch_size = 0;
    plan.warmup = 2;
    s_kernel_events_on = true;
    return cyclescope_measure_operation(&plan);
}

/** Reads the fields after op and index of one traced event. */
static void check_traced(uint32_t number, uint32_t index, uint32_t elapsed, uint32_t flags)
{
    fake_packet *packet = fake_find_packet(CYCLESCOPE_EVENT_TRACED, number);
    CHECK_EQUAL(fake_read_u32(packet), 0);
    CHECK_EQUAL(fake_read_u32(packet), index);
    const uint32_t start = fake_read_u32(packet);
    CHECK_EQUAL(fake_read_u32(packet) - start, elapsed);
    CHECK_EQUAL(fake_read_u32(packet), flags);
    CHECK(fake_read_all(packet));
}

TEST(tracing_sends_every_window_and_marks_every_block)
{
    reset();
    fake_time.now = UINT32_MAX - 500u;
    /* A run has just started: no keep-alive is due. */
    cyclescope_flush_event(0, 0, true);
    fake_packet_count = 0;
    const cyclescope_outcome outcome = trace(20);
    check_outcome(outcome, CYCLESCOPE_OK, "");
    CHECK_EQUAL(fake_count_packets(CYCLESCOPE_EVENT_TRACED), 1 + 20);
    CHECK_EQUAL(outcome.attempted, 64 + 1 + 20);
    check_traced(0, 0, 107, 2);
    for (uint32_t i = 0; i < 20; ++i) check_traced(1 + i, i, 107, 0);
    CHECK(!fake_stream.kernel_events);
    /*
     * The end of the empty block, then start and end of the cold block and of two blocks of
     * samples.
     */
    static const uint32_t states[] = {0, 1, 0, 1, 0, 1, 0};
    CHECK_EQUAL(fake_count_packets(CYCLESCOPE_EVENT_FLUSH), sizeof states / sizeof states[0]);
    for (unsigned i = 0; i < sizeof states / sizeof states[0]; ++i) {
        fake_packet *flush = fake_find_packet(CYCLESCOPE_EVENT_FLUSH, i);
        CHECK_EQUAL(fake_read_u32(flush), states[i]);
        CHECK_EQUAL(fake_read_u32(flush), i / 2 + 1 + (i % 2));
    }
}

TEST(blocks_start_at_all_phases_of_the_tick)
{
    static bool seen[16];
    reset();
    s_kernel_events_on = false;
    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < 16; ++i) {
        const cyclescope_plan plan = make_plan(&work_bench, 1024 * (i + 1));
        cyclescope_measure_operation(&plan);
        seen[fake_time.phase >> 12] = true;
    }
    uint32_t different = 0;
    for (unsigned i = 0; i < 16; ++i) different += seen[i];
    CHECK(different > 8);
}

TEST(only_a_tick_inside_the_window_is_flagged)
{
    reset();
    s_kernel_events_on = false;
    s_tick_at = 1 + 5;
    const cyclescope_plan plan = make_plan(&work_bench, 10);
    cyclescope_measure_operation(&plan);
    CHECK_EQUAL(read_values(CYCLESCOPE_KIND_SAMPLE, s_values, 8192), 10);
    for (uint32_t i = 0; i < 10; ++i) CHECK_EQUAL(s_values[i] & 1u, i == 5);
}

/** Opens one window by hand: reads the kernel's ticks, then the clock, then lets time pass. */
static uint32_t window(uint64_t at, uint64_t lasts)
{
    cyclescope_sample sample = {0};
    cyclescope_run run = {.store = &sample};
    fake_time.now = at;
    const uint32_t tick = cyclescope_os_ticks();
    const uint32_t start = cyclescope_clock_now();
    fake_time.now += lasts;
    cyclescope_store(&run, start, cyclescope_clock_now(), tick);
    CHECK_EQUAL(run.stored, 1);
    CHECK_EQUAL(sample.start, start);
    return sample.value;
}

TEST(a_tick_before_the_window_is_not_flagged)
{
    reset();
    /* The tick occurs between the count and the first reading, which is 7 later. */
    CHECK_EQUAL(window(99997, 100), 107 << 1);
    CHECK_EQUAL(window(99990, 100), (107 << 1) | 1);
    CHECK_EQUAL(window(99000, 100), 107 << 1);
    CHECK_EQUAL(window(99000, 5000), (5007 << 1) | 1);
}

TEST(a_wrong_or_stopped_clock_fails_the_operation)
{
    reset();
    s_kernel_events_on = false;
    cyclescope_plan plan = make_plan(&work_bench, 3000);
    fake_time.wrong = "no counter";
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_FAILED, "no counter");
    CHECK_EQUAL(s_operations, 0);
    reset();
    s_clock_dies_at = 1500;
    const cyclescope_outcome outcome = cyclescope_measure_operation(&plan);
    check_outcome(outcome, CYCLESCOPE_FAILED, "the clock had stopped by the end of a block");
    /* Nothing is sent of the block in which the clock stopped. */
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_SAMPLE), 1024);
    CHECK_EQUAL(outcome.stored, 64 + 40 + 1 + 1024);
}

TEST(a_clock_that_stops_in_sleep_does_not_measure_operations_that_idle)
{
    reset();
    s_kernel_events_on = false;
    const cyclescope_plan plan = make_plan(&sleepy_bench, 10);
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_OK, "");
    reset();
    fake_time.asleep = "it has stopped";
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_REFUSED, "it has stopped");
    CHECK_EQUAL(s_operations, 0);
    const cyclescope_plan busy = make_plan(&work_bench, 10);
    check_outcome(cyclescope_measure_operation(&busy), CYCLESCOPE_OK, "");
}

/** Returns the extended clock in the event after a block. */
static uint64_t clock_behind_block(uint32_t block)
{
    for (uint32_t i = 0; i < fake_count_packets(CYCLESCOPE_EVENT_FLUSH); ++i) {
        fake_packet *packet = fake_find_packet(CYCLESCOPE_EVENT_FLUSH, i);
        (void)fake_read_u32(packet);
        if (fake_read_u32(packet) == block) return fake_read_u64(packet);
    }
    CHECK(!"an event behind that block");
    return 0;
}

TEST(unobserved_wraps_are_counted)
{
    reset();
    s_kernel_events_on = false;
    fake_time.missed = 3;
    const uint64_t before = cyclescope_clock_extended();
    const cyclescope_plan plan = make_plan(&work_bench, 10);
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_OK, "");
    CHECK_EQUAL((cyclescope_clock_extended() - before) >> 32, 3);
    /* The event after the block in which they were missed includes them. */
    CHECK_EQUAL((clock_behind_block(1) - before) >> 32, 3);
}

TEST(a_window_of_half_the_clock_s_period_is_rejected)
{
    static const char too_long[] = "a window took more than half the clock's period";
    s_kernel_events_on = false;
    cyclescope_plan plan = make_plan(&work_bench, 3);
    plan.batches = 0;
    reset();
    s_costs = (1u << 31) - 8u;
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_OK, "");
    reset();
    s_costs = (1u << 31) - 7u;
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_FAILED, too_long);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_COLD), 0);
    plan.batches = 2;
    plan.batch_size = 3;
    reset();
    s_costs = 1u << 30;
    check_outcome(cyclescope_measure_operation(&plan), CYCLESCOPE_FAILED, too_long);
    CHECK_EQUAL(count_values(CYCLESCOPE_KIND_SAMPLE), 3);
}
