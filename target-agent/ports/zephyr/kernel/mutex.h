/** Zephyr's mutex, which is recursive, and its condition variable. */
#ifndef CYCLESCOPE_MUTEX_H
#define CYCLESCOPE_MUTEX_H

#include <stdbool.h>
#include <zephyr/kernel.h>

#include "cyclescope/inline.h"

typedef struct k_mutex cyclescope_os_mutex;

CYCLESCOPE_INLINE bool cyclescope_os_mutex_create(cyclescope_os_mutex *mutex)
{
    return k_mutex_init(mutex) == 0;
}
/** Allocates nothing: the object is in the caller's memory. */
CYCLESCOPE_INLINE bool cyclescope_os_mutex_new(cyclescope_os_mutex *mutex)
{
    return cyclescope_os_mutex_create(mutex);
}
CYCLESCOPE_INLINE bool cyclescope_os_mutex_lock(cyclescope_os_mutex *mutex)
{
    return k_mutex_lock(mutex, K_FOREVER) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_mutex_unlock(cyclescope_os_mutex *mutex)
{
    return k_mutex_unlock(mutex) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_mutex_is_held(cyclescope_os_mutex *mutex)
{
    return mutex->owner != NULL;
}
CYCLESCOPE_INLINE void cyclescope_os_mutex_delete(cyclescope_os_mutex *mutex) { (void)mutex; }

typedef struct k_mutex cyclescope_os_recursive_mutex;

CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_create(cyclescope_os_recursive_mutex *mutex)
{
    return k_mutex_init(mutex) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_lock(cyclescope_os_recursive_mutex *mutex)
{
    return k_mutex_lock(mutex, K_FOREVER) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_unlock(cyclescope_os_recursive_mutex *mutex)
{
    return k_mutex_unlock(mutex) == 0;
}
CYCLESCOPE_INLINE void cyclescope_os_recursive_mutex_delete(cyclescope_os_recursive_mutex *mutex)
{
    (void)mutex;
}

typedef struct k_condvar cyclescope_os_condvar;

CYCLESCOPE_INLINE bool cyclescope_os_condvar_create(cyclescope_os_condvar *condvar)
{
    return k_condvar_init(condvar) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_condvar_signal(cyclescope_os_condvar *condvar)
{
    return k_condvar_signal(condvar) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_condvar_wait(cyclescope_os_condvar *condvar,
                                                  cyclescope_os_mutex *mutex)
{
    return k_condvar_wait(condvar, mutex, K_FOREVER) == 0;
}
CYCLESCOPE_INLINE void cyclescope_os_condvar_delete(cyclescope_os_condvar *condvar)
{
    (void)condvar;
}

#endif
