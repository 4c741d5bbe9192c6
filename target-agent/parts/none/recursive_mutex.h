/** For systems without recursive mutexes: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_RECURSIVE_MUTEX_H
#define CYCLESCOPE_NO_RECURSIVE_MUTEX_H

#include <stdbool.h>

#include "cyclescope/inline.h"

typedef struct {
    bool exists;
} cyclescope_os_recursive_mutex;

CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_create(cyclescope_os_recursive_mutex *mutex)
{
    (void)mutex;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_lock(cyclescope_os_recursive_mutex *mutex)
{
    (void)mutex;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_unlock(cyclescope_os_recursive_mutex *mutex)
{
    (void)mutex;
    return false;
}
CYCLESCOPE_INLINE void cyclescope_os_recursive_mutex_delete(cyclescope_os_recursive_mutex *mutex)
{
    (void)mutex;
}

#endif
