/** Zephyr's threads: created and joined ones, and the helper. */
#ifndef CYCLESCOPE_THREAD_H
#define CYCLESCOPE_THREAD_H

#include <stdbool.h>
#include <zephyr/kernel.h>

#include "cyclescope/inline.h"
#include "cyclescope/level.h"

CYCLESCOPE_INLINE void cyclescope_os_yield(void) { k_yield(); }

/** A thread with its control block and stack, prepared before it is created. */
typedef struct {
    struct k_thread control_block;
    void (*entry)(void *argument);
    void *argument;
    K_KERNEL_STACK_MEMBER(stack, CONFIG_CYCLESCOPE_THREAD_STACK_SIZE);
} cyclescope_os_thread;

/** Runs a thread's entry; the kernel does the rest. */
void cyclescope_zephyr_thread_main(void *thread, void *unused, void *also_unused);

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
}

CYCLESCOPE_INLINE bool cyclescope_zephyr_create_thread(cyclescope_os_thread *thread, int priority)
{
    return k_thread_create(&thread->control_block, thread->stack,
                           CONFIG_CYCLESCOPE_THREAD_STACK_SIZE, cyclescope_zephyr_thread_main,
                           thread, NULL, NULL, priority, 0, K_NO_WAIT) != NULL;
}

/** Creates a thread whose priority is below the creator's. */
CYCLESCOPE_INLINE bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    return cyclescope_zephyr_create_thread(thread, CYCLESCOPE_PRIORITY + 1);
}

/** Waits for the thread's end; its memory can then be reused. */
CYCLESCOPE_INLINE void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
    (void)k_thread_join(&thread->control_block, K_FOREVER);
}

/** Allocates nothing: the object is in the caller's memory. */
CYCLESCOPE_INLINE bool cyclescope_os_thread_new(cyclescope_os_thread *thread)
{
    return cyclescope_os_thread_create(thread);
}
/** Deletes it again; as its priority is below its creator's, it has not run. */
CYCLESCOPE_INLINE void cyclescope_os_thread_dispose(cyclescope_os_thread *thread)
{
    k_thread_abort(&thread->control_block);
}

typedef k_tid_t cyclescope_os_thread_id;
CYCLESCOPE_INLINE cyclescope_os_thread_id cyclescope_os_thread_self(void)
{
    return k_current_get();
}

/** Shared by all benchmarks: only one operation is measured at a time. */
extern cyclescope_os_thread cyclescope_os_helper;

/** Creates a prepared thread at the given level; one above the agent runs at once. */
CYCLESCOPE_INLINE bool cyclescope_os_helper_create(cyclescope_os_thread *thread,
                                                   cyclescope_level level)
{
    return cyclescope_zephyr_create_thread(thread, CYCLESCOPE_PRIORITY - (int)level);
}
/** Deletes it in any state: ready, waiting or finished. */
CYCLESCOPE_INLINE void cyclescope_os_helper_delete(cyclescope_os_thread *thread)
{
    k_thread_abort(&thread->control_block);
}

#endif
