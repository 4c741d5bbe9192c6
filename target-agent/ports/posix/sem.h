/** POSIX's counting semaphore, for the threads of one process. */
#ifndef CYCLESCOPE_SEM_H
#define CYCLESCOPE_SEM_H

#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"

typedef sem_t cyclescope_os_sem;

/** Creates one that holds `count`; POSIX has one upper limit for all, far above `most`. */
CYCLESCOPE_INLINE bool cyclescope_os_sem_create(cyclescope_os_sem *sem, uint32_t count,
                                                uint32_t most)
{
    (void)most;
    return sem_init(sem, 0, count) == 0;
}
/** Allocates nothing: the object is in the caller's memory. */
CYCLESCOPE_INLINE bool cyclescope_os_sem_new(cyclescope_os_sem *sem, uint32_t count, uint32_t most)
{
    return cyclescope_os_sem_create(sem, count, most);
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_take(cyclescope_os_sem *sem) { return sem_wait(sem) == 0; }
/** Takes it only if that does not require waiting. */
CYCLESCOPE_INLINE bool cyclescope_os_sem_try_take(cyclescope_os_sem *sem)
{
    return sem_trywait(sem) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_give(cyclescope_os_sem *sem) { return sem_post(sem) == 0; }
CYCLESCOPE_INLINE uint32_t cyclescope_os_sem_count(cyclescope_os_sem *sem)
{
    int count = 0;
    (void)sem_getvalue(sem, &count);
    return count > 0 ? (uint32_t)count : 0;
}
CYCLESCOPE_INLINE void cyclescope_os_sem_delete(cyclescope_os_sem *sem) { (void)sem_destroy(sem); }

#endif
