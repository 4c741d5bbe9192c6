/** Heap, mutexes and threads as Zephyr's own kernel has them. */
#ifndef CYCLESCOPE_KERNEL_CALLS_H
#define CYCLESCOPE_KERNEL_CALLS_H

#include "heap.h"

typedef struct k_mutex cyclescope_os_mutex;

static inline bool cyclescope_os_mutex_create(cyclescope_os_mutex *mutex)
{
    return k_mutex_init(mutex) == 0;
}
static inline bool cyclescope_os_mutex_lock(cyclescope_os_mutex *mutex)
{
    return k_mutex_lock(mutex, K_FOREVER) == 0;
}
static inline bool cyclescope_os_mutex_unlock(cyclescope_os_mutex *mutex)
{
    return k_mutex_unlock(mutex) == 0;
}
static inline bool cyclescope_os_mutex_is_held(const cyclescope_os_mutex *mutex)
{
    return mutex->owner != NULL;
}
static inline void cyclescope_os_mutex_delete(cyclescope_os_mutex *mutex) { (void)mutex; }

static inline void cyclescope_os_yield(void) { k_yield(); }

/** A thread with its control block and stack, prepared before it is created. */
typedef struct {
    struct k_thread control_block;
    void (*entry)(void *argument);
    void *argument;
    K_KERNEL_STACK_MEMBER(stack, CONFIG_CYCLESCOPE_THREAD_STACK_SIZE);
} cyclescope_os_thread;

/** Runs a thread's entry; the kernel sees to the rest. */
void cyclescope_os_thread_main(void *thread, void *unused, void *also_unused);

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
}

static inline bool cyclescope_kernel_create(cyclescope_os_thread *thread, int priority)
{
    return k_thread_create(&thread->control_block, thread->stack,
                           CONFIG_CYCLESCOPE_THREAD_STACK_SIZE, cyclescope_os_thread_main, thread,
                           NULL, NULL, priority, 0, K_NO_WAIT) != NULL;
}

/** Creates a thread whose priority is below the creator's. */
static inline bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    return cyclescope_kernel_create(thread, CYCLESCOPE_PRIORITY + 1);
}

/** Waits for the thread's end; its memory can be used again. */
static inline void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
    (void)k_thread_join(&thread->control_block, K_FOREVER);
}

/** Creates a thread beside the caller, at the same priority, that runs for ever. */
static inline bool cyclescope_os_peer_create(cyclescope_os_thread *thread)
{
    return cyclescope_kernel_create(thread, CYCLESCOPE_PRIORITY);
}
static inline void cyclescope_os_peer_delete(cyclescope_os_thread *thread)
{
    k_thread_abort(&thread->control_block);
}

#endif
