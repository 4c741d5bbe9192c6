/** Block pool calls on the system's heap, where there are no pools. */
#ifndef CYCLESCOPE_BENCHES_HEAP_AS_POOL_H
#define CYCLESCOPE_BENCHES_HEAP_AS_POOL_H

#include "cyclescope/bench.h"

#define CYCLESCOPE_POOL_REFUSED CYCLESCOPE_HEAP_REFUSED

typedef struct {
    uint32_t block_bytes;
} cyclescope_os_pool;

CYCLESCOPE_INLINE bool cyclescope_os_pool_create(cyclescope_os_pool *pool, uint32_t blocks,
                                                 uint32_t block_bytes)
{
    (void)blocks;
    pool->block_bytes = block_bytes;
    return true;
}
CYCLESCOPE_INLINE void *cyclescope_os_pool_alloc(cyclescope_os_pool *pool)
{
    return cyclescope_os_malloc(pool->block_bytes);
}
CYCLESCOPE_INLINE void cyclescope_os_pool_free(cyclescope_os_pool *pool, void *block)
{
    (void)pool;
    cyclescope_os_free(block);
}
/** Grows with the memory in use; 0 where the heap does not report it. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_pool_used(cyclescope_os_pool *pool)
{
    (void)pool;
    return CYCLESCOPE_OS_HEAP_IS_EXACT ? 0u - (uint32_t)cyclescope_os_heap_free() : 0u;
}
CYCLESCOPE_INLINE void cyclescope_os_pool_delete(cyclescope_os_pool *pool) { (void)pool; }

#endif
