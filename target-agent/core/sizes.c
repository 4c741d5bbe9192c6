/** Sizes of rounds, blocks and batches. */
#include "cyclescope/port.h"
#include "measuring.h"

/**
 * A traced block's kernel events must fit the smallest ring, so that no ring size moves block
 * boundaries; some room is kept for ticks that fall into the block.
 */
#ifndef CYCLESCOPE_TRACED_BLOCK_BYTES
#define CYCLESCOPE_TRACED_BLOCK_BYTES CYCLESCOPE_SMALLEST_RING
#endif
#define TRACED_TICK_BYTES 512u

/**
 * Maximum samples per round. A system that receives from the host between rounds only needs short
 * ones.
 */
#ifndef CYCLESCOPE_ROUND_SAMPLES
#define CYCLESCOPE_ROUND_SAMPLES UINT32_MAX
#endif

/**
 * Maximum operations per batch: all batches are measured in one block, within which the host cannot
 * stop the agent, and the cost of reading the clock already disappears in shorter ones.
 */
#define LONGEST_BATCH 1000u

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

uint32_t cyclescope_count_round(const cyclescope_bench *bench)
{
    return smaller(bench->max ? bench->max : UINT32_MAX, CYCLESCOPE_ROUND_SAMPLES);
}

uint32_t cyclescope_count_block(const cyclescope_bench *bench, bool traced)
{
    if (!traced) return CYCLESCOPE_SAMPLES;
    const uint32_t bytes = bench->event_bytes ? bench->event_bytes : CYCLESCOPE_DEFAULT_EVENT_BYTES;
    const uint32_t fitting = (CYCLESCOPE_TRACED_BLOCK_BYTES - TRACED_TICK_BYTES) / bytes;
    return smaller(fitting ? fitting : 1u, CYCLESCOPE_SAMPLES);
}

uint32_t cyclescope_choose_batch_size(const cyclescope_bench *bench, uint32_t iterations)
{
    const uint32_t batches = cyclescope_get_batches(bench);
    if (!batches) return 0;
    const uint32_t multiple = bench->multiple ? bench->multiple : 1u;
    uint32_t size = smaller(iterations / batches, bench->max ? bench->max : LONGEST_BATCH);
    size -= size % multiple;
    return size ? size : multiple;
}

uint32_t cyclescope_choose_warmup(const cyclescope_bench *bench, uint32_t wanted)
{
    return smaller(wanted, cyclescope_count_round(bench) - 1u);
}
