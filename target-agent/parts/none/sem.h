/** For systems without counting semaphores: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_SEM_H
#define CYCLESCOPE_NO_SEM_H

#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"

typedef struct {
    bool exists;
} cyclescope_os_sem;

CYCLESCOPE_INLINE bool cyclescope_os_sem_create(cyclescope_os_sem *sem, uint32_t count,
                                                uint32_t most)
{
    (void)sem;
    (void)count;
    (void)most;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_new(cyclescope_os_sem *sem, uint32_t count, uint32_t most)
{
    (void)sem;
    (void)count;
    (void)most;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_take(cyclescope_os_sem *sem)
{
    (void)sem;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_try_take(cyclescope_os_sem *sem)
{
    (void)sem;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_give(cyclescope_os_sem *sem)
{
    (void)sem;
    return false;
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_sem_count(cyclescope_os_sem *sem)
{
    (void)sem;
    return 0;
}
CYCLESCOPE_INLINE void cyclescope_os_sem_delete(cyclescope_os_sem *sem) { (void)sem; }

#endif
