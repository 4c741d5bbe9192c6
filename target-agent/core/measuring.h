/** Measures one operation in blocks and sends what it measured. */
#ifndef CYCLESCOPE_MEASURING_H
#define CYCLESCOPE_MEASURING_H

#include "cyclescope/bench.h"
#include "registry.h"

/** The orders for measuring one operation. */
typedef struct {
    const cyclescope_bench *bench;
    uint32_t op; /**< its number in this run */
    uint32_t iterations;
    uint32_t warmup;
    uint32_t batch_size;
    uint32_t batches;
    uint32_t params[CYCLESCOPE_MAX_PARAMS];
    bool traced;   /**< record kernel events, and every window's readings */
    bool may_wait; /**< false: what finds no room is lost, and counted */
    bool (*stop_requested)(void);
} cyclescope_plan;

/** The outcome of measuring one operation. Counts are values of all kinds. */
typedef struct {
    uint32_t status;
    const char *reason;
    uint32_t attempted;
    uint32_t stored;
} cyclescope_outcome;

/** The number of samples the agent holds; in the headline image also the size of a block. */
#ifndef CYCLESCOPE_SAMPLES
#define CYCLESCOPE_SAMPLES 1024u
#endif

/** The largest number of operations in one round. */
uint32_t cyclescope_round_of(const cyclescope_bench *bench);

/** Operations in one block of this benchmark. */
uint32_t cyclescope_block_of(const cyclescope_bench *bench, bool traced);

/** Operations in one batch: about `iterations` in all, a multiple of what the benchmark asks. */
uint32_t cyclescope_batch_size_of(const cyclescope_bench *bench, uint32_t iterations);

/** Executions after the cold one, of which `wanted` are asked for: as many as may exist at once. */
uint32_t cyclescope_warmup_of(const cyclescope_bench *bench, uint32_t wanted);

cyclescope_outcome cyclescope_measure_operation(const cyclescope_plan *plan);

/** The smallest step (0: none was seen) and the smallest cost of a reading, in ticks. */
void cyclescope_measure_clock(uint32_t *step, uint32_t *reading);

/** Measure what a benchmark's loops cost without its operation. */
void cyclescope_nothing_sample(cyclescope_run *run);
void cyclescope_nothing_batch(cyclescope_run *run);

#endif
