/** Measures one operation in a test, and reads the packets that were sent. */
#ifndef CYCLESCOPE_MEASURED_H
#define CYCLESCOPE_MEASURED_H

#include "check.h"
#include "fake.h"
#include "measuring.h"

/** Reads the values of one kind, in order; returns their number, `most` at most. */
static inline uint32_t read_values(uint32_t kind, uint32_t *values, uint32_t most)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < fake_count_packets(CYCLESCOPE_EVENT_SAMPLES); ++i) {
        fake_packet *packet = fake_find_packet(CYCLESCOPE_EVENT_SAMPLES, i);
        packet->read = 0;
        (void)fake_read_u32(packet);
        if (fake_read_u32(packet) != kind) continue;
        CHECK_EQUAL(fake_read_u32(packet), count);
        while (!fake_read_all(packet) && count < most) values[count++] = fake_read_u32(packet);
    }
    return count;
}

/** Returns the number of values of one kind. */
static inline uint32_t count_values(uint32_t kind)
{
    static uint32_t values[1 << 16];
    return read_values(kind, values, 1 << 16);
}

static inline bool never(void) { return false; }

/** Returns the plan of a run without options for a benchmark. */
static inline cyclescope_plan make_plan(const cyclescope_bench *bench, uint32_t iterations)
{
    cyclescope_plan plan = {.bench = bench,
                            .iterations = iterations,
                            .warmup = bench->warmup,
                            .batch_size = cyclescope_choose_batch_size(bench, iterations),
                            .batches = cyclescope_get_batches(bench),
                            .may_wait = true,
                            .stop_requested = never};
    for (uint32_t i = 0; i < bench->param_count; ++i) plan.params[i] = bench->params[i].initial;
    return plan;
}

static inline void check_outcome(cyclescope_outcome outcome, uint32_t status, const char *reason)
{
    CHECK_EQUAL(outcome.status, status);
    CHECK_TEXT(outcome.reason, reason);
}

#endif
