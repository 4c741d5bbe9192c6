/**
 * Rhealstone, as the performance evaluation of CMSIS-RTOS measures it, section VI.D: one thread
 * allocates a block (4.1) and frees it (4.2). The paper does not give the block size. Where a
 * system has block pools, as CMSIS-RTOS does, they are measured; elsewhere its heap, as for the
 * paper's free kernel.
 *
 * Every block is written up to both ends, none may overlap one in use, and all must be freed.
 */
#ifndef CYCLESCOPE_SUITE
#define CYCLESCOPE_SUITE "rhealstone"
#endif
#include "../common/helper.h"

#define BLOCK_WORDS 8u
#define MARK 0x5A5A1234u

/** Blocks of a batch, all allocated at once. */
#ifndef CYCLESCOPE_MAX_POOL_BLOCKS
#define CYCLESCOPE_MAX_POOL_BLOCKS 50u
#endif

#ifndef CYCLESCOPE_OS_HAS_POOLS
#include "heap_as_pool.h"
#endif

#define NO_MEMORY "there is no memory for the blocks"

static cyclescope_os_pool s_pool;
static uint32_t *s_block;
static uint32_t *s_blocks[CYCLESCOPE_MAX_POOL_BLOCKS];
static uint32_t *s_kept; /* in use throughout */
static uint32_t s_used_at_first;
static const char *s_wrong;

static void fill(uint32_t *block, uint32_t mark)
{
    for (uint32_t i = 0; i < BLOCK_WORDS; ++i) block[i] = mark + i;
}

static void check(const uint32_t *block, uint32_t mark)
{
    for (uint32_t i = 0; i < BLOCK_WORDS; ++i) {
        if (block[i] != mark + i) s_wrong = "a block was handed out that is in use";
    }
}

static void fill_got(uint32_t *block, uint32_t mark)
{
    if (!block) {
        s_wrong = "a block could not be allocated";
    } else {
        fill(block, mark);
    }
}

static const char *create_pool(cyclescope_run *run)
{
    const char *refused = CYCLESCOPE_POOL_REFUSED;
    if (refused) return refused;
    cyclescope_os_make_threaded();
    const uint32_t blocks = 1u + (run->in_batches ? run->round : 1u);
    s_wrong = NULL;
    if (!cyclescope_os_pool_create(&s_pool, blocks, BLOCK_WORDS * sizeof(uint32_t))) {
        return NO_MEMORY;
    }
    s_kept = cyclescope_os_pool_alloc(&s_pool);
    if (s_kept) {
        fill(s_kept, MARK);
        s_used_at_first = cyclescope_os_pool_used(&s_pool);
        return NULL;
    }
    cyclescope_os_pool_delete(&s_pool);
    return NO_MEMORY;
}

static const char *delete_pool(cyclescope_run *run)
{
    (void)run;
    check(s_kept, MARK);
    if (cyclescope_os_pool_used(&s_pool) != s_used_at_first) s_wrong = "a block did not come back";
    cyclescope_os_pool_free(&s_pool, s_kept);
    cyclescope_os_pool_delete(&s_pool);
    return s_wrong;
}

static void allocate_before(cyclescope_run *run, uint32_t i)
{
    (void)run;
    s_block = cyclescope_os_pool_alloc(&s_pool);
    fill_got(s_block, ~i);
    check(s_kept, MARK);
}

static void free_after(cyclescope_run *run, uint32_t i)
{
    (void)run;
    fill_got(s_block, ~i);
    check(s_kept, MARK);
    cyclescope_os_pool_free(&s_pool, s_block);
}

/** Checks a batch's blocks: each still holds what was written to it once all were allocated. */
static const char *check_batches(cyclescope_run *run)
{
    const uint32_t count = run->in_batches ? run->count : 0;
    for (uint32_t i = 0; i < count; ++i) fill_got(s_blocks[i], ~i);
    for (uint32_t i = 0; i < count; ++i) {
        if (s_blocks[i]) check(s_blocks[i], ~i);
        cyclescope_os_pool_free(&s_pool, s_blocks[i]);
    }
    return delete_pool(run);
}

/** In reverse order: the first block to be freed borders on free memory, as a single block does. */
static const char *allocate_for_batches(cyclescope_run *run)
{
    const char *refused = create_pool(run);
    if (refused || !run->in_batches) return refused;
    for (uint32_t i = run->round; i-- > 0;) {
        s_blocks[i] = cyclescope_os_pool_alloc(&s_pool);
        fill_got(s_blocks[i], ~i);
    }
    for (uint32_t i = 0; i < run->round; ++i) {
        if (s_blocks[i]) check(s_blocks[i], ~i);
    }
    return NULL;
}

/** Frees the blocks that no batch has freed. */
static const char *free_rest(cyclescope_run *run)
{
    for (uint32_t i = run->count; run->in_batches && i < run->round; ++i) {
        cyclescope_os_pool_free(&s_pool, s_blocks[i]);
    }
    return delete_pool(run);
}

CYCLESCOPE_INLINE void alloc_each_operation(CYCLESCOPE_UNUSED cyclescope_run *run, uint32_t i)
{
    s_blocks[i] = cyclescope_os_pool_alloc(&s_pool);
}
CYCLESCOPE_BATCH_LOOP(alloc_each)

CYCLESCOPE_INLINE void free_each_operation(CYCLESCOPE_UNUSED cyclescope_run *run, uint32_t i)
{
    cyclescope_os_pool_free(&s_pool, s_blocks[i]);
}
CYCLESCOPE_BATCH_LOOP(free_each)

CYCLESCOPE_BENCH(alloc, .about = "4.1: allocate a block of 32 bytes",
                 .max = CYCLESCOPE_MAX_POOL_BLOCKS, .begin = create_pool, .after_each = free_after,
                 .own_batch = alloc_each_batch, .end = check_batches)
{
    s_block = cyclescope_os_pool_alloc(&s_pool);
}

CYCLESCOPE_BENCH(free, .about = "4.2: free a block of 32 bytes", .max = CYCLESCOPE_MAX_POOL_BLOCKS,
                 .begin = allocate_for_batches, .before_each = allocate_before,
                 .own_batch = free_each_batch, .end = free_rest)
{
    cyclescope_os_pool_free(&s_pool, s_block);
}
