/** The operations under test as POSIX threads and the C library offer them; inline, so that no layer is measured. */
#ifndef CYCLESCOPE_OS_H
#define CYCLESCOPE_OS_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/** The smallest stack that the C library accepts. */
#ifndef CYCLESCOPE_THREAD_STACK_BYTES
#ifdef __aarch64__
#define CYCLESCOPE_THREAD_STACK_BYTES 131072u
#else
#define CYCLESCOPE_THREAD_STACK_BYTES 16384u
#endif
#endif
/** Threads and blocks that may exist at once. */
#ifndef CYCLESCOPE_MAX_THREADS
#define CYCLESCOPE_MAX_THREADS 2000u
#endif
#ifndef CYCLESCOPE_MAX_BLOCKS
#define CYCLESCOPE_MAX_BLOCKS 2000u
#endif

/** No program sees the kernel's tick: no sample is flagged, and the facts say so. */
static inline uint32_t cyclescope_os_ticks(void) { return 0; }
static inline bool cyclescope_os_tick_between(uint32_t start, uint32_t stop)
{
    (void)start;
    (void)stop;
    return false;
}

static inline void *cyclescope_os_malloc(size_t bytes) { return malloc(bytes); }
static inline void cyclescope_os_free(void *block) { free(block); }
/** Memory that the kernel could give to the heap. */
size_t cyclescope_os_heap_free(void);

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
static inline bool cyclescope_os_mutex_is_held(cyclescope_os_mutex *mutex)
{
    if (pthread_mutex_trylock(mutex) != 0) return true;
    pthread_mutex_unlock(mutex);
    return false;
}
static inline void cyclescope_os_mutex_delete(cyclescope_os_mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}

/** Whether threads take turns by themselves, or at the same time: so without SCHED_FIFO on one CPU. */
bool cyclescope_os_slices_time(void);
/** Whether a thread of lower priority waits for its creator. */
static inline bool cyclescope_os_keeps_priorities(void) { return !cyclescope_os_slices_time(); }
static inline void cyclescope_os_yield(void) { sched_yield(); }

/** A thread with its stack and attributes, prepared before it is created. */
typedef struct {
    uint8_t stack[CYCLESCOPE_THREAD_STACK_BYTES] __attribute__((aligned(64)));
    pthread_attr_t attributes;
    pthread_t handle;
    void (*entry)(void *argument);
    void *argument;
    bool exists;
} cyclescope_os_thread;

void *cyclescope_os_thread_main(void *thread);

/** Fills in what `create` needs; not part of what is measured. The child's priority is below the caller's. */
void cyclescope_os_thread_prepare(cyclescope_os_thread *thread, void (*entry)(void *argument),
                                  void *argument);
/** Names a thread in a recording: the kernel's own events do that here. */
static inline void cyclescope_os_thread_announce(cyclescope_os_thread *thread) { (void)thread; }

static inline bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    thread->exists = pthread_create(&thread->handle, &thread->attributes, cyclescope_os_thread_main,
                                    thread) == 0;
    return thread->exists;
}
static inline void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
    if (thread->exists) pthread_join(thread->handle, NULL);
}

/** Creates a thread beside the caller, at the same priority, that runs for ever. */
bool cyclescope_os_peer_create(cyclescope_os_thread *thread);
void cyclescope_os_peer_delete(cyclescope_os_thread *thread);

#endif
