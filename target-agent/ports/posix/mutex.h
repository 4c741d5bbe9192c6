/** POSIX's mutexes, plain and recursive. */
#ifndef CYCLESCOPE_MUTEX_H
#define CYCLESCOPE_MUTEX_H

#include <pthread.h>
#include <stdbool.h>

#include "cyclescope/inline.h"

typedef pthread_mutex_t cyclescope_os_mutex;

CYCLESCOPE_INLINE bool cyclescope_os_mutex_create(cyclescope_os_mutex *mutex)
{
    return pthread_mutex_init(mutex, NULL) == 0;
}
/** Allocates nothing: the object is in the caller's memory. */
CYCLESCOPE_INLINE bool cyclescope_os_mutex_new(cyclescope_os_mutex *mutex)
{
    return cyclescope_os_mutex_create(mutex);
}
CYCLESCOPE_INLINE bool cyclescope_os_mutex_lock(cyclescope_os_mutex *mutex)
{
    return pthread_mutex_lock(mutex) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_mutex_unlock(cyclescope_os_mutex *mutex)
{
    return pthread_mutex_unlock(mutex) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_mutex_is_held(cyclescope_os_mutex *mutex)
{
    if (pthread_mutex_trylock(mutex) != 0) return true;
    pthread_mutex_unlock(mutex);
    return false;
}
CYCLESCOPE_INLINE void cyclescope_os_mutex_delete(cyclescope_os_mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}

typedef pthread_mutex_t cyclescope_os_recursive_mutex;

CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_create(cyclescope_os_recursive_mutex *mutex)
{
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    return pthread_mutex_init(mutex, &recursive) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_lock(cyclescope_os_recursive_mutex *mutex)
{
    return pthread_mutex_lock(mutex) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_unlock(cyclescope_os_recursive_mutex *mutex)
{
    return pthread_mutex_unlock(mutex) == 0;
}
CYCLESCOPE_INLINE void cyclescope_os_recursive_mutex_delete(cyclescope_os_recursive_mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}

#endif
