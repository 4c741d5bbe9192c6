/**
 * Heap, as NXP's white paper on Zephyr and Linux measures it: 4 bytes are allocated and written
 * once, 1,000 times; then all are freed in the same order.
 */
#include "cyclescope/bench.h"

/* More than any allocator needs for 4 bytes plus its own bookkeeping. */
#define BYTES_PER_BLOCK 64u
#define MARK 0xDEADBEEFu

static uint32_t *s_blocks[CYCLESCOPE_MAX_BLOCKS];

static const char *enough_heap(cyclescope_run *run)
{
    const char *refused = CYCLESCOPE_HEAP_REFUSED;
    if (refused) return refused;
    if (cyclescope_os_heap_free() / BYTES_PER_BLOCK < run->round) {
        return "the heap is too small for this many blocks at once";
    }
    return NULL;
}

static const char *free_all(cyclescope_run *run)
{
    bool wrong = false;
    for (uint32_t i = 0; i < run->first + run->count; ++i) {
        wrong = wrong || *s_blocks[i] != MARK;
        cyclescope_os_free(s_blocks[i]);
    }
    return wrong ? "a block does not hold what was written into it" : NULL;
}

static const char *allocate_all(cyclescope_run *run)
{
    const char *reason = enough_heap(run);
    if (reason) return reason;
    for (uint32_t i = 0; i < run->round; ++i) {
        s_blocks[i] = cyclescope_os_malloc(sizeof(uint32_t));
        *s_blocks[i] = MARK;
    }
    return NULL;
}

static const char *free_rest(cyclescope_run *run)
{
    for (uint32_t i = run->first + run->count; i < run->round; ++i) cyclescope_os_free(s_blocks[i]);
    return NULL;
}

CYCLESCOPE_BENCH(malloc, .about = "allocate 4 bytes and write them once", .iterations = 1000,
                 .max = CYCLESCOPE_MAX_BLOCKS, .begin = enough_heap, .end = free_all)
{
    s_blocks[i] = cyclescope_os_malloc(sizeof(uint32_t));
    *s_blocks[i] = MARK;
}

CYCLESCOPE_BENCH(free, .about = "free 4 bytes, in the order of allocation", .iterations = 1000,
                 .max = CYCLESCOPE_MAX_BLOCKS, .begin = allocate_all, .end = free_rest)
{
    cyclescope_os_free(s_blocks[i]);
}
