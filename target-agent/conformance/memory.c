/** The heap, and block pools where the port has them. */
#include <string.h>

#include "conformance.h"

#define BLOCKS 8u

static uint8_t *s_blocks[BLOCKS];

static bool holds_only(const uint8_t *block, uint32_t bytes, uint8_t value)
{
    for (uint32_t n = 0; n < bytes; ++n) {
        if (block[n] != value) return false;
    }
    return true;
}

static uint32_t compute_size(uint32_t n) { return 4u + 12u * n; }

CYCLESCOPE_NEEDS(heap_blocks_are_apart, CYCLESCOPE_HEAP_REFUSED)
CYCLESCOPE_BENCH(heap_blocks_are_apart, .about = "blocks are aligned, apart, and given back",
                 CYCLESCOPE_PROMISE(heap_blocks_are_apart))
{
    const size_t before = cyclescope_os_heap_free();
    for (uint32_t n = 0; n < BLOCKS; ++n) {
        s_blocks[n] = cyclescope_os_malloc(compute_size(n));
        expect(s_blocks[n] != NULL, "a small block can be allocated");
        if (s_blocks[n]) memset(s_blocks[n], (int)n, compute_size(n));
        expect((uintptr_t)s_blocks[n] % sizeof(uint32_t) == 0, "a block is aligned");
    }
    const size_t during = cyclescope_os_heap_free();
    for (uint32_t n = 0; n < BLOCKS; ++n) {
        if (s_blocks[n]) {
            expect(holds_only(s_blocks[n], compute_size(n), (uint8_t)n), "no block covers another");
        }
        cyclescope_os_free(s_blocks[n]);
    }
    cyclescope_os_free(NULL);
    if (!CYCLESCOPE_OS_HEAP_IS_EXACT) return;
    expect(during < before, "an exact heap counts what is allocated");
    expect(cyclescope_os_heap_free() == before, "an exact heap counts what is freed");
}

CYCLESCOPE_NEEDS(heap_is_large_enough, CYCLESCOPE_HEAP_REFUSED)
CYCLESCOPE_BENCH(heap_is_large_enough,
                 .about = "as many blocks fit as CYCLESCOPE_MAX_BLOCKS says, or fewer",
                 CYCLESCOPE_PROMISE(heap_is_large_enough))
{
    static void *blocks[CYCLESCOPE_MAX_BLOCKS];
    const size_t most = cyclescope_os_heap_free() / 64u;
    uint32_t count = 0;
    for (; count < CYCLESCOPE_MAX_BLOCKS && count < most; ++count) {
        blocks[count] = cyclescope_os_malloc(sizeof(uint32_t));
        if (!blocks[count]) break;
    }
    expect(count == CYCLESCOPE_MAX_BLOCKS || count == most, "what is free can be allocated");
    for (uint32_t n = 0; n < count; ++n) cyclescope_os_free(blocks[n]);
}

#ifdef CYCLESCOPE_OS_HAS_POOLS
static cyclescope_os_pool s_pool;

CYCLESCOPE_NEEDS(pools_give_their_blocks, CYCLESCOPE_POOL_REFUSED)
CYCLESCOPE_BENCH(pools_give_their_blocks, .about = "a pool gives each of its blocks once",
                 CYCLESCOPE_PROMISE(pools_give_their_blocks))
{
    if (!cyclescope_os_pool_create(&s_pool, BLOCKS, sizeof(uint32_t))) {
        expect(false, "a pool can be created");
        return;
    }
    const uint32_t before = cyclescope_os_pool_used(&s_pool);
    for (uint32_t n = 0; n < BLOCKS; ++n) {
        s_blocks[n] = cyclescope_os_pool_alloc(&s_pool);
        expect(s_blocks[n] != NULL, "every block can be taken");
    }
    expect(cyclescope_os_pool_alloc(&s_pool) == NULL, "an empty pool gives nothing");
    expect(cyclescope_os_pool_used(&s_pool) >= before, "used blocks are counted, or never");
    for (uint32_t n = 0; n < BLOCKS; ++n) cyclescope_os_pool_free(&s_pool, s_blocks[n]);
    expect(cyclescope_os_pool_used(&s_pool) == before, "all blocks are free again");
    cyclescope_os_pool_delete(&s_pool);
}
#endif
