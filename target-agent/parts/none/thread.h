/** For systems without threads: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_THREAD_H
#define CYCLESCOPE_NO_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"
#include "cyclescope/level.h"

#define CYCLESCOPE_MAX_THREADS 1u

CYCLESCOPE_INLINE bool cyclescope_os_slices_time(void) { return false; }
CYCLESCOPE_INLINE bool cyclescope_os_keeps_priorities(void) { return false; }
CYCLESCOPE_INLINE void cyclescope_os_yield(void) {}
CYCLESCOPE_INLINE void cyclescope_os_make_threaded(void) {}

typedef struct {
    bool exists;
} cyclescope_os_thread;

CYCLESCOPE_INLINE void cyclescope_os_thread_prepare(cyclescope_os_thread *thread,
                                                    void (*entry)(void *argument), void *argument)
{
    (void)thread;
    (void)entry;
    (void)argument;
}
CYCLESCOPE_INLINE void cyclescope_os_thread_announce(cyclescope_os_thread *thread) { (void)thread; }
CYCLESCOPE_INLINE bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    (void)thread;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_thread_new(cyclescope_os_thread *thread)
{
    (void)thread;
    return false;
}
CYCLESCOPE_INLINE void cyclescope_os_thread_join(cyclescope_os_thread *thread) { (void)thread; }
CYCLESCOPE_INLINE void cyclescope_os_thread_dispose(cyclescope_os_thread *thread) { (void)thread; }

typedef uint32_t cyclescope_os_thread_id;
CYCLESCOPE_INLINE cyclescope_os_thread_id cyclescope_os_thread_self(void) { return 0; }

/** Defined in a .c file of the port. */
extern cyclescope_os_thread cyclescope_os_helper;
CYCLESCOPE_INLINE bool cyclescope_os_helper_create(cyclescope_os_thread *thread,
                                                   cyclescope_level level)
{
    (void)thread;
    (void)level;
    return false;
}
CYCLESCOPE_INLINE void cyclescope_os_helper_delete(cyclescope_os_thread *thread) { (void)thread; }

#endif
