/** POSIX's threads on Zephyr: created and joined ones, and the helper. */
#ifndef CYCLESCOPE_THREAD_H
#define CYCLESCOPE_THREAD_H

#include <stdbool.h>
#include <zephyr/kernel.h>
#include <zephyr/posix/pthread.h>
#include <zephyr/posix/sched.h>

#include "cyclescope/inline.h"
#include "cyclescope/level.h"

CYCLESCOPE_INLINE void cyclescope_os_yield(void) { (void)sched_yield(); }

/** A thread with its attributes and stack, prepared before it is created. */
typedef struct {
    pthread_t id;
    pthread_attr_t attributes;
    void (*entry)(void *argument);
    void *argument;
    K_KERNEL_STACK_MEMBER(stack, CONFIG_CYCLESCOPE_THREAD_STACK_SIZE);
} cyclescope_os_thread;

/** Runs a thread's entry; a helper's can be cancelled at any point. */
void *cyclescope_posix_thread_main(void *thread);
void *cyclescope_posix_helper_main(void *thread);

/** Sets stack and priority in a thread's attributes. */
void cyclescope_posix_attributes(cyclescope_os_thread *thread, int priority);

/** Names a thread in a recording; does nothing except in the traced image. */
CYCLESCOPE_INLINE void cyclescope_os_thread_announce(cyclescope_os_thread *thread)
{
    (void)thread;
    cyclescope_trace_announce();
}

/** Fills in what `create` needs; not measured. */
CYCLESCOPE_INLINE void cyclescope_os_thread_prepare(cyclescope_os_thread *thread,
                                                    void (*entry)(void *argument), void *argument)
{
    thread->entry = entry;
    thread->argument = argument;
    cyclescope_posix_attributes(thread, CYCLESCOPE_PRIORITY + 1);
}

/** Creates a thread whose priority is below the creator's. */
CYCLESCOPE_INLINE bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    return pthread_create(&thread->id, &thread->attributes, cyclescope_posix_thread_main, thread) ==
           0;
}

/** Waits for the thread's end; its memory can then be reused. */
CYCLESCOPE_INLINE void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
    (void)pthread_join(thread->id, NULL);
}

/** Allocates nothing: the object is in the caller's memory. */
CYCLESCOPE_INLINE bool cyclescope_os_thread_new(cyclescope_os_thread *thread)
{
    return cyclescope_os_thread_create(thread);
}
/** POSIX cannot delete a thread that has not run: it runs and is joined. */
CYCLESCOPE_INLINE void cyclescope_os_thread_dispose(cyclescope_os_thread *thread)
{
    (void)pthread_join(thread->id, NULL);
}

typedef pthread_t cyclescope_os_thread_id;
CYCLESCOPE_INLINE cyclescope_os_thread_id cyclescope_os_thread_self(void) { return pthread_self(); }

/** Shared by all benchmarks: only one operation is measured at a time. */
extern cyclescope_os_thread cyclescope_os_helper;

/** Creates a prepared thread at the given level; one above the agent runs at once. */
CYCLESCOPE_INLINE bool cyclescope_os_helper_create(cyclescope_os_thread *thread,
                                                   cyclescope_level level)
{
    cyclescope_posix_attributes(thread, CYCLESCOPE_PRIORITY - (int)level);
    return pthread_create(&thread->id, &thread->attributes, cyclescope_posix_helper_main, thread) ==
           0;
}
/** Deletes it in any state: ready, waiting or finished. */
CYCLESCOPE_INLINE void cyclescope_os_helper_delete(cyclescope_os_thread *thread)
{
    (void)pthread_cancel(thread->id);
    (void)pthread_join(thread->id, NULL);
}

#endif
