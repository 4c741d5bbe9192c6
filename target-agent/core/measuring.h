/** Measures one operation in blocks and sends the values. */
#ifndef CYCLESCOPE_MEASURING_H
#define CYCLESCOPE_MEASURING_H

#include "cyclescope/bench.h"
#include "registry.h"

/** Settings for measuring one operation. */
typedef struct {
    const cyclescope_bench *bench;
    uint32_t op; /**< its number in this run */
    uint32_t iterations;
    uint32_t warmup;
    uint32_t batch_size;
    uint32_t batches;
    uint32_t params[CYCLESCOPE_MAX_PARAMS];
    bool traced;   /**< record kernel events and every window's readings */
    bool may_wait; /**< false: drop and count what does not fit */
    bool (*stop_requested)(void);
} cyclescope_plan;

/** Outcome of measuring one operation. Counts cover values of all kinds. */
typedef struct {
    uint32_t status;
    const char *reason;
    uint32_t attempted;
    uint32_t stored;
} cyclescope_outcome;

/** Number of samples the agent can store; in the headline image also the block size. */
#ifndef CYCLESCOPE_SAMPLES
#define CYCLESCOPE_SAMPLES 1024u
#endif

/** Maximum number of operations in one round. */
uint32_t cyclescope_count_round(const cyclescope_bench *bench);

/** Number of operations in one block of this benchmark. */
uint32_t cyclescope_count_block(const cyclescope_bench *bench, bool traced);

/** Operations per batch: about `iterations` in total, a multiple of the benchmark's `multiple`. */
uint32_t cyclescope_choose_batch_size(const cyclescope_bench *bench, uint32_t iterations);

/** Warm-up executions after the cold one: `wanted`, limited to how many may exist at once. */
uint32_t cyclescope_choose_warmup(const cyclescope_bench *bench, uint32_t wanted);

cyclescope_outcome cyclescope_measure_operation(const cyclescope_plan *plan);

/** Measures the smallest step (0: none seen) and the smallest cost of a reading, in ticks. */
void cyclescope_measure_clock(uint32_t *step, uint32_t *reading);

/** Measure the cost of a benchmark's loops without its operation. */
void cyclescope_nothing_sample(cyclescope_run *run);
void cyclescope_nothing_batch(cyclescope_run *run);

#endif
