/** The kernel's heap, with whichever allocator is linked. */
#ifndef CYCLESCOPE_HEAP_H
#define CYCLESCOPE_HEAP_H

#include <stddef.h>
#include <stdlib.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "task.h"

/** Maximum number of blocks at once. */
#ifndef CYCLESCOPE_MAX_BLOCKS
#define CYCLESCOPE_MAX_BLOCKS 2000u
#endif

/** 0: none; 1 to 5: the kernel's heap_1.c to heap_5.c; 6: the application's own. */
#ifndef CYCLESCOPE_HEAP_KIND
#define CYCLESCOPE_HEAP_KIND 4
#endif

#if !configSUPPORT_DYNAMIC_ALLOCATION
#define CYCLESCOPE_HEAP_REFUSED "needs configSUPPORT_DYNAMIC_ALLOCATION 1 in FreeRTOSConfig.h"
#elif CYCLESCOPE_HEAP_KIND == 0
#define CYCLESCOPE_HEAP_REFUSED "no allocator of FreeRTOS is linked, such as heap_4.c"
#elif CYCLESCOPE_HEAP_KIND == 1
#define CYCLESCOPE_HEAP_REFUSED "heap_1.c never takes a block back: link another, such as heap_4.c"
#endif

/** These allocators report the free space to the byte. */
#define CYCLESCOPE_OS_HEAP_IS_EXACT \
    (CYCLESCOPE_HEAP_KIND == 2 || CYCLESCOPE_HEAP_KIND == 4 || CYCLESCOPE_HEAP_KIND == 5)

#ifdef CYCLESCOPE_HEAP_REFUSED

#define CYCLESCOPE_OS_HAS_HEAP 0
CYCLESCOPE_INLINE void *cyclescope_os_malloc(size_t bytes)
{
    (void)bytes;
    return NULL;
}
CYCLESCOPE_INLINE void cyclescope_os_free(void *block) { (void)block; }
CYCLESCOPE_INLINE size_t cyclescope_os_heap_free(void) { return 0; }

#else

#define CYCLESCOPE_OS_HAS_HEAP 1
CYCLESCOPE_INLINE void *cyclescope_os_malloc(size_t bytes) { return pvPortMalloc(bytes); }
CYCLESCOPE_INLINE void cyclescope_os_free(void *block) { vPortFree(block); }

#if CYCLESCOPE_HEAP_KIND == 3
/*
 * Enough for every block ever requested; a larger request might succeed without the memory being
 * there.
 */
#define CYCLESCOPE_HEAP_PROBE (CYCLESCOPE_MAX_BLOCKS * 64u)

/**
 * The C library does not report its free space, so this tries ever smaller blocks, by halves. It
 * bypasses the kernel, whose hook for failed allocations may stop everything.
 */
CYCLESCOPE_INLINE size_t cyclescope_os_heap_free(void)
{
    void *block = NULL;
    size_t bytes = CYCLESCOPE_HEAP_PROBE;
    vTaskSuspendAll();
    while (!block && bytes) {
        block = malloc(bytes);
        if (!block) bytes /= 2u;
    }
    free(block);
    (void)xTaskResumeAll();
    return bytes;
}
#else
CYCLESCOPE_INLINE size_t cyclescope_os_heap_free(void)
{
    /* The allocator sets up its heap on the first call. */
    vPortFree(pvPortMalloc(1));
    return xPortGetFreeHeapSize();
}
#endif

#endif
#endif
