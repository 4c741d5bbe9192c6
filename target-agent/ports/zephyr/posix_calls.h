/** Heap, mutexes and threads as POSIX has them on Zephyr. */
#ifndef CYCLESCOPE_POSIX_CALLS_H
#define CYCLESCOPE_POSIX_CALLS_H

#include <zephyr/posix/pthread.h>
#include <zephyr/posix/sched.h>

#include "heap.h"

/* A benchmark's file appears a second time with these names; the linker must tell them apart. */
#define cyclescope_os_thread_main cyclescope_posix_thread_main

typedef pthread_mutex_t cyclescope_os_mutex;

static inline bool cyclescope_os_mutex_create(cyclescope_os_mutex *mutex)
{
    return pthread_mutex_init(mutex, NULL) == 0;
}
static inline bool cyclescope_os_mutex_lock(cyclescope_os_mutex *mutex)
{
    return pthread_mutex_lock(mutex) == 0;
}
static inline bool cyclescope_os_mutex_unlock(cyclescope_os_mutex *mutex)
{
    return pthread_mutex_unlock(mutex) == 0;
}
/** A plain mutex refuses even its owner, which the caller is. */
static inline bool cyclescope_os_mutex_is_held(cyclescope_os_mutex *mutex)
{
    if (pthread_mutex_trylock(mutex) != 0) return true;
    (void)pthread_mutex_unlock(mutex);
    return false;
}
static inline void cyclescope_os_mutex_delete(cyclescope_os_mutex *mutex)
{
    (void)pthread_mutex_destroy(mutex);
}

static inline void cyclescope_os_yield(void) { (void)sched_yield(); }

/** A thread with its attributes and stack, prepared before it is created. */
typedef struct {
    pthread_t id;
    pthread_attr_t attributes;
    void (*entry)(void *argument);
    void *argument;
    K_KERNEL_STACK_MEMBER(stack, CONFIG_CYCLESCOPE_THREAD_STACK_SIZE);
} cyclescope_os_thread;

/** Runs a thread's entry; that of a peer can be cancelled at any point. */
void *cyclescope_os_thread_main(void *thread);
void *cyclescope_posix_peer_main(void *thread);

/** Puts stack and priority into a thread's attributes. */
void cyclescope_posix_attributes(cyclescope_os_thread *thread, int priority);

/** Names a thread in a recording; does something in the traced image only. */
static inline void cyclescope_os_thread_announce(cyclescope_os_thread *thread)
{
    (void)thread;
    cyclescope_trace_announce();
}

/** Fills in what `create` needs; not part of what is measured. */
static inline void cyclescope_os_thread_prepare(cyclescope_os_thread *thread,
                                                void (*entry)(void *argument), void *argument)
{
    thread->entry = entry;
    thread->argument = argument;
    cyclescope_posix_attributes(thread, CYCLESCOPE_PRIORITY + 1);
}

/** Creates a thread whose priority is below the creator's. */
static inline bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    return pthread_create(&thread->id, &thread->attributes, cyclescope_os_thread_main, thread) == 0;
}

/** Waits for the thread's end; its memory can be used again. */
static inline void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
    (void)pthread_join(thread->id, NULL);
}

/** Creates a thread beside the caller, at the same priority, that runs for ever. */
static inline bool cyclescope_os_peer_create(cyclescope_os_thread *thread)
{
    cyclescope_posix_attributes(thread, CYCLESCOPE_PRIORITY);
    return pthread_create(&thread->id, &thread->attributes, cyclescope_posix_peer_main, thread) ==
           0;
}
static inline void cyclescope_os_peer_delete(cyclescope_os_thread *thread)
{
    (void)pthread_cancel(thread->id);
    (void)pthread_join(thread->id, NULL);
}

#endif
