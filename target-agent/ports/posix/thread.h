/** POSIX's threads: created and joined ones, and the helper. */
#ifndef CYCLESCOPE_THREAD_H
#define CYCLESCOPE_THREAD_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"
#include "cyclescope/level.h"

/** Smallest stack that the C library accepts. */
#ifndef CYCLESCOPE_THREAD_STACK_BYTES
#ifdef __aarch64__
#define CYCLESCOPE_THREAD_STACK_BYTES 131072u
#else
#define CYCLESCOPE_THREAD_STACK_BYTES 16384u
#endif
#endif
/** Maximum number of threads at once; without an MMU their stacks must be contiguous. */
#ifndef CYCLESCOPE_MAX_THREADS
#ifdef CYCLESCOPE_NO_MMU
#define CYCLESCOPE_MAX_THREADS 50u
#else
#define CYCLESCOPE_MAX_THREADS 2000u
#endif
#endif

/** A thread with its stack and attributes, prepared before it is created. */
typedef struct {
    uint8_t stack[CYCLESCOPE_THREAD_STACK_BYTES] __attribute__((aligned(64)));
    pthread_attr_t attributes;
    pthread_t handle;
    void (*entry)(void *argument);
    void *argument;
    bool exists;
} cyclescope_os_thread;

void *cyclescope_posix_thread_main(void *thread);

/** Fills in what `create` needs; not measured. The child's priority is below the caller's. */
void cyclescope_os_thread_prepare(cyclescope_os_thread *thread, void (*entry)(void *argument),
                                  void *argument);
/** Does nothing: here the kernel's own events name threads in a recording. */
CYCLESCOPE_INLINE void cyclescope_os_thread_announce(cyclescope_os_thread *thread) { (void)thread; }

CYCLESCOPE_INLINE bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    thread->exists = pthread_create(&thread->handle, &thread->attributes,
                                    cyclescope_posix_thread_main, thread) == 0;
    return thread->exists;
}
CYCLESCOPE_INLINE void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
    if (thread->exists) pthread_join(thread->handle, NULL);
}

/** A child's attributes without a stack; valid once a thread has been prepared. */
extern pthread_attr_t cyclescope_posix_new_thread;

/** Creates a prepared thread on a stack that the C library allocates. */
CYCLESCOPE_INLINE bool cyclescope_os_thread_new(cyclescope_os_thread *thread)
{
    thread->exists = pthread_create(&thread->handle, &cyclescope_posix_new_thread,
                                    cyclescope_posix_thread_main, thread) == 0;
    return thread->exists;
}
/** POSIX cannot delete a thread that has not run: it runs and is joined. */
CYCLESCOPE_INLINE void cyclescope_os_thread_dispose(cyclescope_os_thread *thread)
{
    pthread_join(thread->handle, NULL);
}

typedef pthread_t cyclescope_os_thread_id;
CYCLESCOPE_INLINE cyclescope_os_thread_id cyclescope_os_thread_self(void) { return pthread_self(); }

/**
 * Creates a first thread. Before that, the C library takes short cuts, and no figure may depend on
 * what was measured before it.
 */
void cyclescope_os_make_threaded(void);

/** Second thread of two-thread operations, shared by all benchmarks: one is measured at a time. */
extern cyclescope_os_thread cyclescope_os_helper;

/** Creates a prepared thread at the given level; one above the agent runs at once. */
bool cyclescope_os_helper_create(cyclescope_os_thread *thread, cyclescope_level level);
/** Deletes it in any state: ready, waiting or finished. */
void cyclescope_os_helper_delete(cyclescope_os_thread *thread);

#endif
