/** The heap under test: the kernel's, one of the agent's own, the C library's, or none. */
#ifndef CYCLESCOPE_HEAP_H
#define CYCLESCOPE_HEAP_H

#include <stddef.h>
#include <stdlib.h>
#include <zephyr/kernel.h>

#include "cyclescope/inline.h"

/* Since 3.6 the setting is only part of its size. */
#ifdef K_HEAP_MEM_POOL_SIZE
#if K_HEAP_MEM_POOL_SIZE > 0
#define CYCLESCOPE_SYSTEM_HEAP 1
#endif
#elif defined(CONFIG_HEAP_MEM_POOL_SIZE) && CONFIG_HEAP_MEM_POOL_SIZE > 0
#define CYCLESCOPE_SYSTEM_HEAP 1
#endif

#if defined(CONFIG_CYCLESCOPE_ZERO_HEAP) && !defined(CYCLESCOPE_POSIX)

#define CYCLESCOPE_HEAP_REFUSED "the image is built without a heap: CONFIG_CYCLESCOPE_ZERO_HEAP"
CYCLESCOPE_INLINE void *cyclescope_os_malloc(size_t bytes)
{
    (void)bytes;
    return NULL;
}
CYCLESCOPE_INLINE void cyclescope_os_free(void *block) { (void)block; }

#elif defined(CONFIG_CYCLESCOPE_HEAP_LIBC) || defined(CYCLESCOPE_POSIX)

#ifdef CONFIG_CYCLESCOPE_ZERO_HEAP
#define CYCLESCOPE_HEAP_REFUSED "the image is built without a heap: CONFIG_CYCLESCOPE_ZERO_HEAP"
#endif
CYCLESCOPE_INLINE void *cyclescope_os_malloc(size_t bytes) { return malloc(bytes); }
CYCLESCOPE_INLINE void cyclescope_os_free(void *block) { free(block); }

#elif defined(CONFIG_CYCLESCOPE_HEAP_OBJECT)

extern struct k_heap cyclescope_heap;
CYCLESCOPE_INLINE void *cyclescope_os_malloc(size_t bytes)
{
    return k_heap_alloc(&cyclescope_heap, bytes, K_NO_WAIT);
}
CYCLESCOPE_INLINE void cyclescope_os_free(void *block) { k_heap_free(&cyclescope_heap, block); }

#else

CYCLESCOPE_INLINE void *cyclescope_os_malloc(size_t bytes) { return k_malloc(bytes); }
CYCLESCOPE_INLINE void cyclescope_os_free(void *block) { k_free(block); }

#endif

/**
 * The kernel's heaps do not report their free space: finds the largest possible block, in steps.
 */
CYCLESCOPE_INLINE size_t cyclescope_os_heap_free(void)
{
    const size_t step = 1024u;
    for (size_t bytes = 64u * CONFIG_CYCLESCOPE_BLOCKS; bytes >= step; bytes -= step) {
        void *block = cyclescope_os_malloc(bytes);
        if (!block) continue;
        cyclescope_os_free(block);
        return bytes;
    }
    return 0;
}

#endif
