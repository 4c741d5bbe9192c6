/** POSIX's threads on Zephyr: those that are created and joined, and a second one beside the agent's. */
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

/** Runs a thread's entry; that of a helper can be cancelled at any point. */
void *cyclescope_posix_thread_main(void *thread);
void *cyclescope_posix_helper_main(void *thread);

/** Puts stack and priority into a thread's attributes. */
void cyclescope_posix_attributes(cyclescope_os_thread *thread, int priority);

/** Names a thread in a recording; does something in the traced image only. */
CYCLESCOPE_INLINE void cyclescope_os_thread_announce(cyclescope_os_thread *thread)
{
    (void)thread;
    cyclescope_trace_announce();
}

/** Fills in what `create` needs; not part of what is measured. */
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

/** Waits for the thread's end; its memory can be used again. */
CYCLESCOPE_INLINE void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
    (void)pthread_join(thread->id, NULL);
}

/** Nothing is allocated here: it lies in the memory that it is given. */
CYCLESCOPE_INLINE bool cyclescope_os_thread_new(cyclescope_os_thread *thread)
{
    return cyclescope_os_thread_create(thread);
}
/** POSIX takes no thread away that has not run: it runs, and is joined. */
CYCLESCOPE_INLINE void cyclescope_os_thread_dispose(cyclescope_os_thread *thread)
{
    (void)pthread_join(thread->id, NULL);
}

typedef pthread_t cyclescope_os_thread_id;
CYCLESCOPE_INLINE cyclescope_os_thread_id cyclescope_os_thread_self(void) { return pthread_self(); }

/** One for all benchmarks: only one operation is measured at a time. */
extern cyclescope_os_thread cyclescope_os_helper;

/** Creates a prepared thread at a level of the agent's choice; one above it runs at once. */
CYCLESCOPE_INLINE bool cyclescope_os_helper_create(cyclescope_os_thread *thread,
                                                   cyclescope_level level)
{
    cyclescope_posix_attributes(thread, CYCLESCOPE_PRIORITY - (int)level);
    return pthread_create(&thread->id, &thread->attributes, cyclescope_posix_helper_main, thread) ==
           0;
}
/** Takes it away wherever it stands: running, waiting or at its end. */
CYCLESCOPE_INLINE void cyclescope_os_helper_delete(cyclescope_os_thread *thread)
{
    (void)pthread_cancel(thread->id);
    (void)pthread_join(thread->id, NULL);
}

#endif
