/** For systems without a heap: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_HEAP_H
#define CYCLESCOPE_NO_HEAP_H

#include <stddef.h>

#include "cyclescope/inline.h"

#define CYCLESCOPE_MAX_BLOCKS 1u

CYCLESCOPE_INLINE void *cyclescope_os_malloc(size_t bytes)
{
    (void)bytes;
    return NULL;
}
CYCLESCOPE_INLINE void cyclescope_os_free(void *block) { (void)block; }
CYCLESCOPE_INLINE size_t cyclescope_os_heap_free(void) { return 0; }

#endif
