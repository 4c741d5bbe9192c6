/**
 * The port contract: every call, type and constant of an operating system that benchmarks use.
 *
 *     #include "cyclescope/os.h"
 *
 *     cyclescope_os_mutex mutex;
 *     if (!cyclescope_os_mutex_create(&mutex)) return "there is no memory for the mutex";
 *     cyclescope_os_mutex_lock(&mutex);
 *
 * A port provides all of it in its own `cyclescope_os.h`, found through the include path; see
 * PORTING.md. This header comes after the port's and declares everything again, so the compiler
 * rejects a definition whose type differs from the contract, and the linker a call that is missing.
 *
 * Two kinds of calls:
 *
 * - *Measured* calls run between two readings of the clock. Define them with CYCLESCOPE_INLINE as
 *   nothing but the kernel's own call: every additional instruction, such as a call through a
 *   wrapper, would be reported as the kernel's. They do not check their arguments.
 * - *Setup* calls run outside of windows and may cost anything. They may be functions in a .c file.
 *
 * Unless noted otherwise they are called by the agent's thread or by one that it created, never
 * from an interrupt, and may block as long as necessary: there are no timeouts. Those that return
 * bool return false if the kernel reports an error.
 *
 * A port refuses what its kernel lacks or its configuration leaves out by defining
 * CYCLESCOPE_<THING>_REFUSED: an expression for a text that names what is missing, or the setting
 * that enables it. Where this is only known at run time, the expression may be a call that returns
 * the reason or NULL; it is evaluated before every round. Benchmarks then report that text and
 * never call the thing. Its types and functions must still compile: include its header from
 * `parts/none`.
 */
#ifndef CYCLESCOPE_CONTRACT_H
#define CYCLESCOPE_CONTRACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cyclescope/inline.h"
#include "cyclescope/level.h"
#include "cyclescope_os.h"

/* The port has defined these above; do not warn about declaring them again. */
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wredundant-decls"
#endif

/* ------------------------------------------------------------------------------------ Kernel ticks
 *
 * A port whose kernel ticks defines CYCLESCOPE_OS_TICK_HZ, the ticks in a second, and, if its counter
 * has fewer than 32 bits, CYCLESCOPE_OS_LAST_TICK, the last value before the counter starts over.
 */

/** Reads the kernel's tick counter; 0 where no tick is visible. Measured: read before every window. */
uint32_t cyclescope_os_ticks(void);

/**
 * Checks whether the last tick fell between two readings of the clock that were just taken. Such a
 * sample is flagged. Always false where no tick is visible. Setup: called after the window.
 */
bool cyclescope_os_tick_between(uint32_t start, uint32_t stop);

/* -------------------------------------------------------------------------------------- Scheduling */

/** Checks whether threads of equal priority are time-sliced. Such systems get fewer benchmarks. */
bool cyclescope_os_slices_time(void);

/**
 * Checks whether priorities alone decide who runs: a thread below the agent waits until it blocks.
 */
bool cyclescope_os_keeps_priorities(void);

/** Lets the next ready thread of the same priority run, never one of a lower priority. Measured. */
void cyclescope_os_yield(void);

/* ----------------------------------------------------------------------------------------- Threads
 *
 * CYCLESCOPE_THREAD_REFUSED  no threads can be created in memory that is given, or not be joined
 * CYCLESCOPE_HELPER_REFUSED  a running thread cannot be taken away
 * CYCLESCOPE_MAX_THREADS     required: how many may exist at once besides the agent's
 *
 * cyclescope_os_thread holds a thread with its stack and control block, cyclescope_os_thread_id is
 * the kernel's handle of a thread; two of those can be compared with ==.
 */
#ifndef CYCLESCOPE_THREAD_REFUSED
#define CYCLESCOPE_THREAD_REFUSED NULL
#endif
#ifndef CYCLESCOPE_HELPER_REFUSED
#define CYCLESCOPE_HELPER_REFUSED NULL
#endif

/**
 * Makes the C library do its one-time work for a program's first thread, if there is any: figures
 * must not depend on whether an earlier benchmark has created one. Setup.
 */
void cyclescope_os_make_threaded(void);

/**
 * Fills in everything that creating needs: entry, argument, attributes, and the stack's first
 * pages. The thread may be reused after it was joined. Setup.
 */
void cyclescope_os_thread_prepare(cyclescope_os_thread *thread, void (*entry)(void *argument),
                                  void *argument);

/**
 * Creates a prepared thread in its own memory, with a priority below the agent's: it first runs when
 * the agent blocks. Returns false if the kernel creates none. Measured.
 */
bool cyclescope_os_thread_create(cyclescope_os_thread *thread);

/** Records a created thread's name, where a trace needs that. Setup. */
void cyclescope_os_thread_announce(cyclescope_os_thread *thread);

/** Waits until the thread's entry has returned; its memory can then be reused. Measured. */
void cyclescope_os_thread_join(cyclescope_os_thread *thread);

/**
 * Creates a prepared thread like `create`, but in memory that the system allocates, if it allocates
 * any. Returns false if there is none. Measured; refused with the heap.
 */
bool cyclescope_os_thread_new(cyclescope_os_thread *thread);

/**
 * Deletes a thread that `new` created and that has not run. On systems that cannot delete such a
 * thread it runs first and is joined. Measured.
 */
void cyclescope_os_thread_dispose(cyclescope_os_thread *thread);

/** Returns the running thread. Measured. */
cyclescope_os_thread_id cyclescope_os_thread_self(void);

/**
 * The second thread of two-thread operations; one is enough, as one operation is measured at a
 * time.
 */
extern cyclescope_os_thread cyclescope_os_helper;

/**
 * Creates a prepared thread at a priority below, beside or above the agent's. One above runs at
 * once, until it blocks, before this returns. Returns false if the kernel creates none. Setup.
 */
bool cyclescope_os_helper_create(cyclescope_os_thread *thread, cyclescope_level level);

/**
 * Removes that thread in any state: ready, blocked, finished, or holding an object. Objects that it
 * waited for can be deleted afterwards. Setup.
 */
void cyclescope_os_helper_delete(cyclescope_os_thread *thread);

/* -------------------------------------------------------------------------------------------- Time
 *
 * CYCLESCOPE_SLEEP_REFUSED  a millisecond cannot be slept, mostly because a tick is longer
 */
#ifndef CYCLESCOPE_SLEEP_REFUSED
#define CYCLESCOPE_SLEEP_REFUSED NULL
#endif

/** Returns the system's time in microseconds, which never goes backwards. Measured. */
uint64_t cyclescope_os_time_us(void);

/** Sleeps `ms` milliseconds, less at most one tick. Measured. */
void cyclescope_os_sleep_ms(uint32_t ms);

/** Sleeps by the system's second call for it, or by the same one if there is only one. Measured. */
void cyclescope_os_delay_ms(uint32_t ms);

/* -------------------------------------------------------------------------------------------- Heap
 *
 * CYCLESCOPE_HEAP_REFUSED      there is no heap, or one that takes nothing back
 * CYCLESCOPE_MAX_BLOCKS        required: how many blocks may be allocated at once
 * CYCLESCOPE_OS_HEAP_IS_EXACT  1: `heap_free` counts every byte, so a lost block is found
 */
#ifndef CYCLESCOPE_HEAP_REFUSED
#define CYCLESCOPE_HEAP_REFUSED NULL
#endif
#ifndef CYCLESCOPE_OS_HEAP_IS_EXACT
#define CYCLESCOPE_OS_HEAP_IS_EXACT 0
#endif

/** Allocates memory, aligned for any type; NULL if there is too little. Measured. */
void *cyclescope_os_malloc(size_t bytes);

/** Frees what `malloc` returned; NULL is allowed. Measured. */
void cyclescope_os_free(void *block);

/** Returns roughly how many bytes can still be allocated; may find out by trying. Setup. */
size_t cyclescope_os_heap_free(void);

/* ----------------------------------------------------------------------------------------- Mutexes
 *
 * CYCLESCOPE_MUTEX_REFUSED            there are no mutexes
 * CYCLESCOPE_RECURSIVE_MUTEX_REFUSED  there are none that their owner may lock again
 *
 * A thread that waits for a mutex, a semaphore or an event gets it in the order of priorities.
 */
#ifndef CYCLESCOPE_MUTEX_REFUSED
#define CYCLESCOPE_MUTEX_REFUSED NULL
#endif
#ifndef CYCLESCOPE_RECURSIVE_MUTEX_REFUSED
#define CYCLESCOPE_RECURSIVE_MUTEX_REFUSED NULL
#endif

/** Creates an unlocked mutex, without allocating where the kernel can do without. Setup. */
bool cyclescope_os_mutex_create(cyclescope_os_mutex *mutex);

/**
 * Creates one in memory that the system allocates, if it allocates any. Measured; refused with the
 * heap.
 */
bool cyclescope_os_mutex_new(cyclescope_os_mutex *mutex);

/** Waits until no other thread holds it, then locks it. Measured. */
bool cyclescope_os_mutex_lock(cyclescope_os_mutex *mutex);

/** Releases it; called by its owner. A waiting thread of higher priority runs at once. Measured. */
bool cyclescope_os_mutex_unlock(cyclescope_os_mutex *mutex);

/** Checks whether a thread holds it. Setup. */
bool cyclescope_os_mutex_is_held(cyclescope_os_mutex *mutex);

/** Deletes an unlocked one; the memory can be reused for another. Measured after `new`. */
void cyclescope_os_mutex_delete(cyclescope_os_mutex *mutex);

/** Creates an unlocked mutex that its owner may lock again. Setup. */
bool cyclescope_os_recursive_mutex_create(cyclescope_os_recursive_mutex *mutex);

/** Locks it once more; waits only for another thread's lock. Measured. */
bool cyclescope_os_recursive_mutex_lock(cyclescope_os_recursive_mutex *mutex);

/**
 * Undoes one lock; the last one releases the mutex. Returns false if the caller holds none.
 * Measured.
 */
bool cyclescope_os_recursive_mutex_unlock(cyclescope_os_recursive_mutex *mutex);

/** Deletes an unlocked one. Setup. */
void cyclescope_os_recursive_mutex_delete(cyclescope_os_recursive_mutex *mutex);

/* ------------------------------------------------------------------------- Semaphores and the like
 *
 * CYCLESCOPE_SEM_REFUSED      there are no counting semaphores
 * CYCLESCOPE_EVENT_REFUSED    there is nothing that is signalled and consumed by one wait
 * CYCLESCOPE_CONDVAR_REFUSED  there are no condition variables
 */
#ifndef CYCLESCOPE_SEM_REFUSED
#define CYCLESCOPE_SEM_REFUSED NULL
#endif
#ifndef CYCLESCOPE_EVENT_REFUSED
#define CYCLESCOPE_EVENT_REFUSED NULL
#endif
#ifndef CYCLESCOPE_CONDVAR_REFUSED
#define CYCLESCOPE_CONDVAR_REFUSED NULL
#endif

/** Creates a semaphore that holds `count`, and at most `most` if the kernel has such a limit. Setup. */
bool cyclescope_os_sem_create(cyclescope_os_sem *sem, uint32_t count, uint32_t most);

/**
 * Creates one in memory that the system allocates, if it allocates any. Measured; refused with the
 * heap.
 */
bool cyclescope_os_sem_new(cyclescope_os_sem *sem, uint32_t count, uint32_t most);

/** Waits until it holds something, and takes one. Measured. */
bool cyclescope_os_sem_take(cyclescope_os_sem *sem);

/** Takes one if it holds something, else returns false without waiting. Setup. */
bool cyclescope_os_sem_try_take(cyclescope_os_sem *sem);

/**
 * Gives one. A waiting thread of higher priority runs at once. A full semaphore stays full; the
 * kernel may return false then. Measured.
 */
bool cyclescope_os_sem_give(cyclescope_os_sem *sem);

/**
 * Gives one from an interrupt handler. Returns the argument for `cyclescope_os_interrupt_leave`:
 * true if a thread above the interrupted one may have become ready. Measured.
 */
bool cyclescope_os_sem_give_from_interrupt(cyclescope_os_sem *sem);

/** Returns the current count. Setup. */
uint32_t cyclescope_os_sem_count(cyclescope_os_sem *sem);

/**
 * Deletes one without waiting threads; the memory can be reused for another. Measured after
 * `new`.
 */
void cyclescope_os_sem_delete(cyclescope_os_sem *sem);

/** Creates an event that is not signalled. Setup. */
bool cyclescope_os_event_create(cyclescope_os_event *event);

/** Signals it: the waiting thread, or the next one to wait, continues. Measured. */
bool cyclescope_os_event_signal(cyclescope_os_event *event);

/** Waits until it is signalled, and consumes the signal. Measured. */
bool cyclescope_os_event_wait(cyclescope_os_event *event);

/** Deletes one without waiting threads. Setup. */
void cyclescope_os_event_delete(cyclescope_os_event *event);

/** Creates a condition variable. Setup. */
bool cyclescope_os_condvar_create(cyclescope_os_condvar *condvar);

/** Wakes one waiting thread; does nothing if there is none. Measured. */
bool cyclescope_os_condvar_signal(cyclescope_os_condvar *condvar);

/** Releases the mutex, which the caller holds, waits for a signal, and locks it again. Measured. */
bool cyclescope_os_condvar_wait(cyclescope_os_condvar *condvar, cyclescope_os_mutex *mutex);

/** Deletes one without waiting threads. Setup. */
void cyclescope_os_condvar_delete(cyclescope_os_condvar *condvar);

/* ---------------------------------------------------------------------------- Queues of whole items
 *
 * CYCLESCOPE_QUEUE_REFUSED       there are no queues
 * CYCLESCOPE_QUEUE_HEAP_REFUSED  none can be created in memory that the system allocates
 * CYCLESCOPE_QUEUE_LENGTH_MAX    required: maximum queue length, at least 8
 */
#ifndef CYCLESCOPE_QUEUE_REFUSED
#define CYCLESCOPE_QUEUE_REFUSED NULL
#endif
#ifndef CYCLESCOPE_QUEUE_HEAP_REFUSED
#define CYCLESCOPE_QUEUE_HEAP_REFUSED NULL
#endif

/** Creates an empty queue in `storage`, which has room for `length` items of that size. Setup. */
bool cyclescope_os_queue_create(cyclescope_os_queue *queue, uint32_t length, uint32_t item_bytes,
                                void *storage);

/** Creates one in memory that the system allocates. Measured. */
bool cyclescope_os_queue_create_on_heap(cyclescope_os_queue *queue, uint32_t length,
                                        uint32_t item_bytes);

/** Appends a copy of an item; waits while the queue is full. Measured. */
bool cyclescope_os_queue_send(cyclescope_os_queue *queue, const void *item);

/** Copies the oldest item out of the queue; waits while it is empty. Measured. */
bool cyclescope_os_queue_receive(cyclescope_os_queue *queue, void *item);

/** Returns how many items are in the queue. Setup. */
uint32_t cyclescope_os_queue_count(cyclescope_os_queue *queue);

/**
 * Deletes a queue without waiting threads, whatever it contains. Measured after `create_on_heap`.
 */
void cyclescope_os_queue_delete(cyclescope_os_queue *queue);

/* -------------------------------------------------------------------------------- Streams of bytes
 *
 * CYCLESCOPE_STREAM_REFUSED         there are no streams
 * CYCLESCOPE_STREAM_STORAGE(bytes)  required: bytes of storage for a stream of that capacity
 */
#ifndef CYCLESCOPE_STREAM_REFUSED
#define CYCLESCOPE_STREAM_REFUSED NULL
#endif

/** Creates an empty stream that holds at least `bytes`. Setup. */
bool cyclescope_os_stream_create(cyclescope_os_stream *stream, uint32_t bytes, void *storage);

/** Appends bytes, waiting until all of them fit; returns how many were written. Measured. */
uint32_t cyclescope_os_stream_send(cyclescope_os_stream *stream, const void *data, uint32_t bytes);

/** Waits while the stream is empty; returns how many bytes were read, at most `bytes`. Measured. */
uint32_t cyclescope_os_stream_receive(cyclescope_os_stream *stream, void *data, uint32_t bytes);

/** Deletes a stream without waiting threads. Setup. */
void cyclescope_os_stream_delete(cyclescope_os_stream *stream);

/* ------------------------------------------------------------------------------------------ Timers
 *
 * CYCLESCOPE_TIMER_REFUSED  there are no software timers, or a start would not be done at once
 */
#ifndef CYCLESCOPE_TIMER_REFUSED
#define CYCLESCOPE_TIMER_REFUSED NULL
#endif

/**
 * Creates a stopped one-shot timer that expires `seconds` after each start. Expiring may call
 * `expired` from a thread, an interrupt or, where a kernel only notes the expiry, not at all.
 * Setup.
 */
bool cyclescope_os_timer_create(cyclescope_os_timer *timer, uint32_t seconds,
                                void (*expired)(void *argument), void *argument);

/** Starts it; it is running when this returns. Measured. */
bool cyclescope_os_timer_start(cyclescope_os_timer *timer);

/** Stops it; it does not expire once this has returned. Measured. */
bool cyclescope_os_timer_stop(cyclescope_os_timer *timer);

/** Checks whether it was started and has neither been stopped nor expired. Setup. */
bool cyclescope_os_timer_is_active(cyclescope_os_timer *timer);

/** Deletes a stopped timer. Setup. */
void cyclescope_os_timer_delete(cyclescope_os_timer *timer);

/* ------------------------------------------------------------------------------------ Event groups
 *
 * CYCLESCOPE_EVENTGROUP_REFUSED  there are no groups of event bits
 *
 * 24 bits can be used.
 */
#ifndef CYCLESCOPE_EVENTGROUP_REFUSED
#define CYCLESCOPE_EVENTGROUP_REFUSED NULL
#endif

/** Creates a group with all bits clear. Setup. */
bool cyclescope_os_eventgroup_create(cyclescope_os_eventgroup *group);

/** Sets these bits and leaves the others. Measured. */
void cyclescope_os_eventgroup_set(cyclescope_os_eventgroup *group, uint32_t bits);

/** Returns the bits that are set. Measured. */
uint32_t cyclescope_os_eventgroup_get(cyclescope_os_eventgroup *group);

/** Clears these bits and leaves the others. Measured. */
void cyclescope_os_eventgroup_clear(cyclescope_os_eventgroup *group, uint32_t bits);

/** Deletes a group without waiting threads. Setup. */
void cyclescope_os_eventgroup_delete(cyclescope_os_eventgroup *group);

/* ------------------------------------------------------------------------------------ Work queues
 *
 * CYCLESCOPE_WORKQUEUE_REFUSED  no function can be handed to another thread of the kernel's
 */
#ifndef CYCLESCOPE_WORKQUEUE_REFUSED
#define CYCLESCOPE_WORKQUEUE_REFUSED NULL
#endif

/** Prepares one piece of work for submission, and starts the queue if necessary. Setup. */
bool cyclescope_os_workqueue_start(cyclescope_os_work *work, void (*run)(void *argument),
                                   void *argument);

/** Has the queue's thread call `run` once, now or later. Measured. */
bool cyclescope_os_workqueue_submit(cyclescope_os_work *work);

/** Waits until all submitted work is done. Setup. */
void cyclescope_os_workqueue_stop(cyclescope_os_work *work);

/* -------------------------------------------------------------------------------------- Interrupts
 *
 * CYCLESCOPE_INTERRUPT_REFUSED          software cannot request an interrupt
 * CYCLESCOPE_SUSPEND_REFUSED            a handler cannot resume a suspended thread
 * CYCLESCOPE_OS_INTERRUPT_ABOVE_KERNEL  required: a priority that the kernel never masks
 * CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL  required: one whose handler may call the kernel
 * CYCLESCOPE_OS_RESUMED_LEVEL           the level of the thread that a handler resumes
 *
 * One interrupt is taken at a time.
 */
#ifndef CYCLESCOPE_INTERRUPT_REFUSED
#define CYCLESCOPE_INTERRUPT_REFUSED NULL
#endif
#ifndef CYCLESCOPE_SUSPEND_REFUSED
#define CYCLESCOPE_SUSPEND_REFUSED NULL
#endif
#ifndef CYCLESCOPE_OS_RESUMED_LEVEL
#define CYCLESCOPE_OS_RESUMED_LEVEL CYCLESCOPE_ABOVE
#endif

/**
 * Takes an unused interrupt, installs the handler and enables it at that priority. Returns NULL, or
 * the reason why none is available. Setup.
 */
const char *cyclescope_os_interrupt_take(void (*handler)(void), uint32_t priority);

/**
 * Restores everything as `take` found it. Returns NULL, or what others changed meanwhile. Setup.
 */
const char *cyclescope_os_interrupt_give_back(void);

/**
 * Requests the interrupt; returns once its handler has run, with the reading of a window opened
 * right before the request. Measured.
 */
uint32_t cyclescope_os_interrupt_request(void);

/** The first call of a handler that calls the kernel. Measured. */
void cyclescope_os_interrupt_enter(void);

/** The last call of such a handler; `higher` comes from the call that made a thread ready. Measured. */
void cyclescope_os_interrupt_leave(bool higher);

/** Suspends the caller until a handler resumes it. Measured. */
void cyclescope_os_thread_suspend(void);

/** Resumes a suspended thread from a handler; returns as `sem_give_from_interrupt` does. Measured. */
bool cyclescope_os_thread_resume_from_interrupt(cyclescope_os_thread *thread);

/* ----------------------------------------------------------------------------------- Pools of blocks
 *
 * CYCLESCOPE_OS_HAS_POOLS  defined: the port supplies these; otherwise the heap replaces them
 * CYCLESCOPE_POOL_REFUSED  there is neither
 */
#ifdef CYCLESCOPE_OS_HAS_POOLS
#ifndef CYCLESCOPE_POOL_REFUSED
#define CYCLESCOPE_POOL_REFUSED NULL
#endif

/** Creates a pool of `blocks` free blocks. Setup. */
bool cyclescope_os_pool_create(cyclescope_os_pool *pool, uint32_t blocks, uint32_t block_bytes);

/** Takes a block; NULL if all are in use. Measured. */
void *cyclescope_os_pool_alloc(cyclescope_os_pool *pool);

/** Returns a block to the pool. Measured. */
void cyclescope_os_pool_free(cyclescope_os_pool *pool, void *block);

/** Returns a number that grows with the blocks in use; always 0 where that is unknown. Setup. */
uint32_t cyclescope_os_pool_used(cyclescope_os_pool *pool);

/** Deletes a pool whose blocks are all free. Setup. */
void cyclescope_os_pool_delete(cyclescope_os_pool *pool);
#endif

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif
