/** Zephyr's counting semaphore, also used as an event. */
#ifndef CYCLESCOPE_SEM_H
#define CYCLESCOPE_SEM_H

#include <stdbool.h>
#include <stdint.h>
#include <zephyr/kernel.h>

#include "cyclescope/inline.h"

typedef struct k_sem cyclescope_os_sem;

/** Creates one that holds `count` and at most `most`. */
CYCLESCOPE_INLINE bool cyclescope_os_sem_create(cyclescope_os_sem *sem, uint32_t count,
                                                uint32_t most)
{
    return k_sem_init(sem, count, most) == 0;
}
/** Allocates nothing: the object is in the caller's memory. */
CYCLESCOPE_INLINE bool cyclescope_os_sem_new(cyclescope_os_sem *sem, uint32_t count, uint32_t most)
{
    return cyclescope_os_sem_create(sem, count, most);
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_take(cyclescope_os_sem *sem)
{
    return k_sem_take(sem, K_FOREVER) == 0;
}
/** Takes it only if that does not require waiting. */
CYCLESCOPE_INLINE bool cyclescope_os_sem_try_take(cyclescope_os_sem *sem)
{
    return k_sem_take(sem, K_NO_WAIT) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_give(cyclescope_os_sem *sem)
{
    k_sem_give(sem);
    return true;
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_sem_count(cyclescope_os_sem *sem)
{
    return k_sem_count_get(sem);
}
CYCLESCOPE_INLINE void cyclescope_os_sem_delete(cyclescope_os_sem *sem) { (void)sem; }

typedef struct k_sem cyclescope_os_event;

CYCLESCOPE_INLINE bool cyclescope_os_event_create(cyclescope_os_event *event)
{
    return k_sem_init(event, 0, 1) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_event_signal(cyclescope_os_event *event)
{
    k_sem_give(event);
    return true;
}
CYCLESCOPE_INLINE bool cyclescope_os_event_wait(cyclescope_os_event *event)
{
    return k_sem_take(event, K_FOREVER) == 0;
}
CYCLESCOPE_INLINE void cyclescope_os_event_delete(cyclescope_os_event *event) { (void)event; }

#endif
