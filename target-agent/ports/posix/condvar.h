/** POSIX's condition variable. */
#ifndef CYCLESCOPE_CONDVAR_H
#define CYCLESCOPE_CONDVAR_H

#include <pthread.h>
#include <stdbool.h>

#include "cyclescope/inline.h"
#include "mutex.h"

typedef pthread_cond_t cyclescope_os_condvar;

CYCLESCOPE_INLINE bool cyclescope_os_condvar_create(cyclescope_os_condvar *condvar)
{
    return pthread_cond_init(condvar, NULL) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_condvar_signal(cyclescope_os_condvar *condvar)
{
    return pthread_cond_signal(condvar) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_condvar_wait(cyclescope_os_condvar *condvar,
                                                  cyclescope_os_mutex *mutex)
{
    return pthread_cond_wait(condvar, mutex) == 0;
}
CYCLESCOPE_INLINE void cyclescope_os_condvar_delete(cyclescope_os_condvar *condvar)
{
    pthread_cond_destroy(condvar);
}

#endif
