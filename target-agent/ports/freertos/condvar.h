/** FreeRTOS has none. */
#ifndef CYCLESCOPE_CONDVAR_H
#define CYCLESCOPE_CONDVAR_H

#include <stdbool.h>

#include "cyclescope/inline.h"
#include "mutex.h"

#define CYCLESCOPE_CONDVAR_REFUSED "FreeRTOS has no condition variables"

typedef struct {
    char none;
} cyclescope_os_condvar;

CYCLESCOPE_INLINE bool cyclescope_os_condvar_create(cyclescope_os_condvar *condvar)
{
    (void)condvar;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_condvar_signal(cyclescope_os_condvar *condvar)
{
    (void)condvar;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_condvar_wait(cyclescope_os_condvar *condvar,
                                                  cyclescope_os_mutex *mutex)
{
    (void)condvar;
    (void)mutex;
    return false;
}
CYCLESCOPE_INLINE void cyclescope_os_condvar_delete(cyclescope_os_condvar *condvar)
{
    (void)condvar;
}

#endif
