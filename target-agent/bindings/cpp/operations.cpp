/**
 * The operations of the families as C++ calls them. What each one is, and who prepares and checks it,
 * is documented in the family's file in `families`; its loops and their calls are here.
 */
#include "rtos.hpp"

namespace
{

template <class Operation>
CYCLESCOPE_INLINE void window(cyclescope_run *run, uint32_t i, Operation operation)
{
    const volatile uint32_t tick = cyclescope_os_ticks();
    uint32_t start;
    cyclescope_open_window(&start);
    operation(run, i);
    const uint32_t stop = cyclescope_close_window();
    cyclescope_store(run, start, stop, tick);
}

/** Code around a window takes registers from it, so that most operations have a loop without. */
template <class Operation>
CYCLESCOPE_INLINE void sample(cyclescope_run *run, const cyclescope_bench &bench,
                              Operation operation)
{
    const uint32_t end = run->first + run->count;
    if (!bench.before_each && !bench.after_each) {
        for (uint32_t i = run->first; i < end; ++i) window(run, i, operation);
        return;
    }
    for (uint32_t i = run->first; i < end; ++i) {
        if (bench.before_each) bench.before_each(run, i);
        window(run, i, operation);
        if (bench.after_each) bench.after_each(run, i);
    }
}

template <class Operation>
CYCLESCOPE_INLINE void batch(cyclescope_run *run, Operation operation)
{
    const uint32_t end = run->first + run->count;
    for (uint32_t i = run->first; i < end;) {
        const volatile uint32_t batch_end = i + run->batch_size;
        const volatile uint32_t tick = cyclescope_os_ticks();
        uint32_t start;
        cyclescope_open_window(&start);
        do {
            operation(run, i);
            i = cyclescope_next(i);
        } while (i < batch_end);
        const uint32_t stop = cyclescope_close_window();
        cyclescope_store(run, start, stop, tick);
    }
}

} // namespace

/** An object that the family's file in C shares. */
#define SHARED(family, type, name) extern "C" type cyclescope_cpp_##family##_##name;

/** A batch loop under a name of its own. */
#define BATCH(family, name, operation)                                             \
    extern "C" void cyclescope_cpp_##family##_##name##_batch(cyclescope_run *run); \
    extern "C" void cyclescope_cpp_##family##_##name##_batch(cyclescope_run *run)  \
    {                                                                              \
        batch(run, [](cyclescope_run *of, uint32_t i) { operation(of, i); });      \
    }

/** Makes the loops of the operation that the following block is. */
#define OPERATION(family, name)                                                     \
    CYCLESCOPE_INLINE void family##_##name(cyclescope_run *run, uint32_t i);        \
    SHARED(family, const cyclescope_bench, name##_bench)                            \
    extern "C" void cyclescope_cpp_##family##_##name##_sample(cyclescope_run *run); \
    extern "C" void cyclescope_cpp_##family##_##name##_sample(cyclescope_run *run)  \
    {                                                                               \
        sample(run, cyclescope_cpp_##family##_##name##_bench,                       \
               [](cyclescope_run *of, uint32_t i) { family##_##name(of, i); });     \
    }                                                                               \
    BATCH(family, name, family##_##name)                                            \
    CYCLESCOPE_INLINE void family##_##name(CYCLESCOPE_UNUSED cyclescope_run *run,   \
                                           CYCLESCOPE_UNUSED uint32_t i)

/* sync */

struct Shared {
    volatile uint32_t done;
    volatile uint32_t failures;
};
SHARED(sync, cyclescope_os_mutex, mutex)
SHARED(sync, cyclescope_os_recursive_mutex, recursive)
SHARED(sync, cyclescope_os_sem, sem)
SHARED(sync, cyclescope_os_event, event)
SHARED(sync, cyclescope_os_condvar, condvar)
SHARED(sync, Shared, two)

static constexpr rtos::Mutex mutex{cyclescope_cpp_sync_mutex};
static constexpr rtos::RecursiveMutex recursive{cyclescope_cpp_sync_recursive};
static constexpr rtos::Semaphore semaphore{cyclescope_cpp_sync_sem};
static constexpr rtos::Event event{cyclescope_cpp_sync_event};
static constexpr rtos::Condvar condvar{cyclescope_cpp_sync_condvar};

OPERATION(sync, mutex_lock_unlock)
{
    mutex.lock();
    mutex.unlock();
}

OPERATION(sync, mutex_contention_2t)
{
    mutex.lock();
    mutex.unlock();
}

OPERATION(sync, sem_take_give)
{
    semaphore.take();
    semaphore.give();
}

OPERATION(sync, event_signal_wait) { event.wait(); }

OPERATION(sync, condvar_signal_wait)
{
    mutex.lock();
    condvar.wait(mutex);
    mutex.unlock();
}

OPERATION(sync, recursive_mutex_lock_unlock)
{
    recursive.lock();
    recursive.unlock();
}

OPERATION(sync, mutex_create_destroy)
{
    if (CYCLESCOPE_SELDOM(!mutex.allocate())) {
        cyclescope_cpp_sync_two.failures = cyclescope_cpp_sync_two.failures + 1;
    } else {
        mutex.destroy();
    }
}

OPERATION(sync, sem_create_destroy)
{
    if (CYCLESCOPE_SELDOM(!semaphore.allocate())) {
        cyclescope_cpp_sync_two.failures = cyclescope_cpp_sync_two.failures + 1;
    } else {
        semaphore.destroy();
    }
}

/* time */

SHARED(time, volatile uint64_t, now)

OPERATION(time, time_get_us_overhead) { cyclescope_cpp_time_now = cyclescope_os_time_us(); }
OPERATION(time, delay_1ms) { cyclescope_os_delay_ms(1); }

/* thread */

SHARED(thread, volatile cyclescope_os_thread_id, self)
SHARED(thread, cyclescope_os_sem, ping)
SHARED(thread, cyclescope_os_sem, pong)
SHARED(thread, cyclescope_os_thread, child)
SHARED(thread, uint32_t, failures)

static constexpr rtos::Semaphore ping{cyclescope_cpp_thread_ping};
static constexpr rtos::Semaphore pong{cyclescope_cpp_thread_pong};
static constexpr rtos::Thread child{cyclescope_cpp_thread_child};

OPERATION(thread, yield) { cyclescope_os_yield(); }
OPERATION(thread, get_self) { cyclescope_cpp_thread_self = cyclescope_os_thread_self(); }
OPERATION(thread, sleep_1ms) { cyclescope_os_sleep_ms(1); }

OPERATION(thread, context_switch)
{
    ping.give();
    pong.take();
}

OPERATION(thread, create_destroy)
{
    if (CYCLESCOPE_SELDOM(!child.allocate())) {
        ++cyclescope_cpp_thread_failures;
    } else {
        child.dispose();
    }
}

/* queue */

SHARED(queue, cyclescope_os_queue, queue)
SHARED(queue, uint32_t, items[])
SHARED(queue, uint32_t, failures)
SHARED(queue, const uint32_t, length)

static constexpr rtos::Queue<uint32_t> queue{cyclescope_cpp_queue_queue};

CYCLESCOPE_INLINE void receive_item(uint32_t i)
{
    if (CYCLESCOPE_SELDOM(!queue.receive(cyclescope_cpp_queue_items[i])))
        ++cyclescope_cpp_queue_failures;
}

OPERATION(queue, send_receive)
{
    if (CYCLESCOPE_SELDOM(!queue.send(i))) ++cyclescope_cpp_queue_failures;
    receive_item(i);
}

OPERATION(queue, throughput_2t) { receive_item(i); }

OPERATION(queue, create_destroy)
{
    if (CYCLESCOPE_SELDOM(!queue.allocate(cyclescope_cpp_queue_length))) {
        ++cyclescope_cpp_queue_failures;
    } else {
        queue.destroy();
    }
}

/* timer */

SHARED(timer, cyclescope_os_timer, timer)
SHARED(timer, uint32_t, failures)

static constexpr rtos::Timer timer{cyclescope_cpp_timer_timer};

OPERATION(timer, start_stop)
{
    if (CYCLESCOPE_SELDOM(!timer.start())) ++cyclescope_cpp_timer_failures;
    if (CYCLESCOPE_SELDOM(!timer.stop())) ++cyclescope_cpp_timer_failures;
}

/* eventgroup */

SHARED(eventgroup, cyclescope_os_eventgroup, group)
SHARED(eventgroup, uint32_t, failures)

static constexpr rtos::EventGroup group{cyclescope_cpp_eventgroup_group};

OPERATION(eventgroup, set_get_bits)
{
    constexpr uint32_t bit = 1, other_bit = 2;
    group.set(bit);
    if (CYCLESCOPE_SELDOM(group.get() != (bit | other_bit))) ++cyclescope_cpp_eventgroup_failures;
    group.clear(bit);
}

/* workqueue */

SHARED(workqueue, cyclescope_os_work, work)
SHARED(workqueue, cyclescope_os_sem, done)
SHARED(workqueue, volatile uint32_t, runs)
SHARED(workqueue, uint32_t, submitted)
SHARED(workqueue, uint32_t, failures)

static constexpr rtos::Work work{cyclescope_cpp_workqueue_work};
static constexpr rtos::Semaphore done{cyclescope_cpp_workqueue_done};

OPERATION(workqueue, submit_execute)
{
    ++cyclescope_cpp_workqueue_submitted;
    if (CYCLESCOPE_SELDOM(!work.submit() || !done.take())) ++cyclescope_cpp_workqueue_failures;
    if (CYCLESCOPE_SELDOM(cyclescope_cpp_workqueue_runs != cyclescope_cpp_workqueue_submitted)) {
        ++cyclescope_cpp_workqueue_failures;
    }
}

/* stream */

struct Piece {
    uint32_t words[16];
};
SHARED(stream, cyclescope_os_stream, stream)
SHARED(stream, const Piece, sent)
SHARED(stream, Piece, received)
SHARED(stream, uint32_t, next)
SHARED(stream, uint32_t, failures)

static constexpr rtos::Stream stream{cyclescope_cpp_stream_stream};

OPERATION(stream, send_recv_64B)
{
    if (CYCLESCOPE_SELDOM(!stream.send(cyclescope_cpp_stream_sent) ||
                          !stream.receive(cyclescope_cpp_stream_received))) {
        ++cyclescope_cpp_stream_failures;
    }
}

OPERATION(stream, throughput)
{
    for (uint32_t left = run->params[0]; left; left -= sizeof(Piece)) {
        if (CYCLESCOPE_SELDOM(!stream.receive(cyclescope_cpp_stream_received)))
            ++cyclescope_cpp_stream_failures;
        cyclescope_cpp_stream_next += 16;
    }
}

BATCH(stream, pass, stream_send_recv_64B)
BATCH(stream, receive, stream_throughput)

/* Measures the cost of the loops themselves. */

extern "C" void cyclescope_cpp_empty_sample(cyclescope_run *run);
extern "C" void cyclescope_cpp_empty_sample(cyclescope_run *run)
{
    sample(run, cyclescope_bench{}, [](cyclescope_run *, uint32_t) {});
}
extern "C" void cyclescope_cpp_empty_batch(cyclescope_run *run);
extern "C" void cyclescope_cpp_empty_batch(cyclescope_run *run)
{
    batch(run, [](cyclescope_run *, uint32_t) {});
}
