/** CMSIS-RTOS2's memory pools. */
#ifndef CYCLESCOPE_CMSIS_POOL_H
#define CYCLESCOPE_CMSIS_POOL_H

#define CYCLESCOPE_OS_HAS_POOLS
#define CYCLESCOPE_POOL_REFUSED CYCLESCOPE_HEAP_REFUSED

typedef struct {
    osMemoryPoolId_t id;
} cyclescope_os_pool;

CYCLESCOPE_INLINE bool cyclescope_os_pool_create(cyclescope_os_pool *pool, uint32_t blocks,
                                                 uint32_t block_bytes)
{
    pool->id = osMemoryPoolNew(blocks, block_bytes, NULL);
    return pool->id != NULL;
}
CYCLESCOPE_INLINE void *cyclescope_os_pool_alloc(cyclescope_os_pool *pool)
{
    return osMemoryPoolAlloc(pool->id, 0);
}
CYCLESCOPE_INLINE void cyclescope_os_pool_free(cyclescope_os_pool *pool, void *block)
{
    (void)osMemoryPoolFree(pool->id, block);
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_pool_used(cyclescope_os_pool *pool)
{
    return osMemoryPoolGetCount(pool->id);
}
CYCLESCOPE_INLINE void cyclescope_os_pool_delete(cyclescope_os_pool *pool)
{
    (void)osMemoryPoolDelete(pool->id);
}

#endif
