/** For systems without condition variables: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_CONDVAR_H
#define CYCLESCOPE_NO_CONDVAR_H

#include <stdbool.h>

#include "cyclescope/inline.h"

typedef struct {
    bool exists;
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
