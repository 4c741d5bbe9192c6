/**
 * Threads of equal priority that arrive at once and do the same kind of work, as the paper on the
 * TWR-K70F120M board measures them (section 3.3, metrics of 3.4). Three figures for each worker:
 *
 * - execution, equation 1: from its first instruction to its last, including the others' turns;
 * - waiting, equation 2: the total time during which it had yielded to the others;
 * - response, equation 3: from the arrival of all to its first instruction.
 *
 * The paper's threads were time-sliced. Here slicing is off, as for every benchmark, and a worker
 * yields whenever another equal share of its elements is done: the same work in the same order on
 * every system, in every run. A check confirms that each of the others then ran once.
 *
 * The threads are created below the agent, outside of every window, and arrive when it blocks; so the
 * agent takes no turn among them. One execution, with all its workers, is one block.
 */
#ifndef CYCLESCOPE_WORKERS_H
#define CYCLESCOPE_WORKERS_H

#include "cyclescope/bench.h"

#define MOST_WORKERS 32u
/* Events of one worker: created, switched to and from at each turn, ended. */
#define WORKER_EVENT_BYTES 288u
/* Enough executions to show whether figures differ. */
#define WORKER_ITERATIONS 64u

/** Parameters of all these operations, in order. */
enum { THREADS, SIZE, TOTAL, TURNS, SECONDS };
#define WORKER_PARAMS(size, smallest, largest)                                            \
    CYCLESCOPE_PARAMS({"threads", 2, 1, MOST_WORKERS}, {"size", size, smallest, largest}, \
                      {"total", 0, 0, 1}, {"turns", 4, 0, 15}, {"seconds", 100, 1, 3600})
/** Describes them, as the end of an operation's `.about`. */
#define ABOUT_WORKER_PARAMS(elements)                               \
    "; size: " elements                                             \
    "; total 1: all threads share them out; turns: how often each " \
    "gives way; seconds: what would take longer is refused"

typedef enum { EXECUTION, WAITING, RESPONSE } worker_metric;

typedef struct {
    uint32_t number;
    uint32_t before;   /**< index of the worker that yields before it */
    uint32_t elements; /**< amount of work */
    void *data;        /**< data to work on */
    uint32_t set;      /**< index of that data set */
    uint32_t first;    /**< its first element in there */
    uint32_t turns;    /**< yields so far */
    uint32_t due;      /**< elements done at its next yield */
    uint32_t runs;     /**< completed executions */
    uint32_t began;    /**< the reading that ends its response */
    uint32_t start;    /**< the one after it, where its execution begins */
    uint32_t stop;
    uint32_t waited;
    bool tick_inside;
} worker;

/** One kind of work. */
typedef struct {
    void (*entry)(void *own);
    void (*work)(worker *own);
    /** Bytes of one set of data; there is one set for each worker, or one in total. */
    uint32_t (*bytes)(uint32_t size);
    /** Elements of a set, to be divided among the workers. */
    uint32_t (*elements)(uint32_t size);
    /** Returns the amount of work for a number of elements. */
    uint64_t (*steps)(uint32_t size, uint32_t elements);
    /** Restores the same data before every execution. */
    void (*renew)(void *data, uint32_t set, uint32_t size);
    /** Returns what is wrong with a worker's result, or NULL. */
    const char *(*check)(const worker *own, uint32_t size);
} worker_kind;

static struct {
    const worker_kind *kind;
    worker_metric metric;
    const uint32_t *params;
    cyclescope_os_thread *threads;
    worker *workers;
    uint8_t *data;
    uint32_t set_bytes;
    uint32_t arrival;
    uint32_t arrival_tick;
    volatile uint32_t last; /* the worker that yielded last */
    uint32_t out_of_turn;
} s_work;

/* Turns. */

CYCLESCOPE_INLINE void worker_plan_turn(worker *own)
{
    const uint32_t turns = s_work.params[TURNS];
    own->due = own->turns < turns ? own->elements * (own->turns + 1u) / (turns + 1u) : UINT32_MAX;
}

CYCLESCOPE_INLINE bool worker_tick_since(uint32_t tick, uint32_t start, uint32_t stop)
{
    const uint32_t ticks = cyclescope_os_ticks() - tick;
    return ticks > 1u || (ticks == 1u && cyclescope_os_tick_between(start, stop));
}

CYCLESCOPE_INLINE void worker_wait(worker *own)
{
    const volatile uint32_t tick = cyclescope_os_ticks();
    uint32_t start;
    cyclescope_open_window(&start);
    cyclescope_os_yield();
    const uint32_t stop = cyclescope_close_window();
    own->waited += stop - start;
    own->tick_inside = own->tick_inside || worker_tick_since(tick, start, stop);
}

/** Not inlined: what measures a turn must not take registers from the work around it. */
CYCLESCOPE_UNUSED static __attribute__((noinline)) void worker_gives_way(worker *own)
{
    own->turns += 1u;
    s_work.last = own->number;
    if (s_work.metric == WAITING) {
        worker_wait(own);
    } else {
        cyclescope_os_yield();
    }
    if (s_work.last != own->before) s_work.out_of_turn += 1u;
    worker_plan_turn(own);
}

/** Called by a worker that has done this many of its elements. */
CYCLESCOPE_INLINE void worker_has_done(worker *own, uint32_t elements)
{
    while (elements >= own->due) worker_gives_way(own);
}

/** Runs a worker. It ends only when all others are done, as an end wakes the agent. */
CYCLESCOPE_INLINE void worker_lives(worker *own, void (*work)(worker *own))
{
    own->began = cyclescope_close_window();
    if (s_work.metric == RESPONSE) {
        own->tick_inside = worker_tick_since(s_work.arrival_tick, s_work.arrival, own->began);
    }
    const volatile uint32_t tick = cyclescope_os_ticks();
    cyclescope_open_window(&own->start);
    work(own);
    own->stop = cyclescope_close_window();
    if (s_work.metric == EXECUTION) {
        own->tick_inside = worker_tick_since(tick, own->start, own->stop);
    }
    own->runs += 1u;
    s_work.last = own->number;
    cyclescope_os_yield();
}

/* One execution. */

static void renew_worker(worker *own)
{
    own->turns = 0;
    own->waited = 0;
    own->tick_inside = false;
    own->runs = 0;
    worker_plan_turn(own);
}

static bool create_workers(void)
{
    for (uint32_t i = 0; i < s_work.params[THREADS]; ++i) {
        cyclescope_os_thread *thread = &s_work.threads[i];
        cyclescope_os_thread_prepare(thread, s_work.kind->entry, &s_work.workers[i]);
        if (!cyclescope_os_thread_create(thread)) {
            while (i > 0) cyclescope_os_thread_join(&s_work.threads[--i]);
            return false;
        }
        cyclescope_os_thread_announce(thread);
    }
    return true;
}

static const char *judge_workers(void)
{
    for (uint32_t i = 0; i < s_work.params[THREADS]; ++i) {
        const worker *own = &s_work.workers[i];
        if (own->runs != 1u) return "a worker did not run exactly once";
        if (own->turns != s_work.params[TURNS])
            return "a worker did not give way as often as asked";
        const char *wrong = s_work.kind->check(own, s_work.params[SIZE]);
        if (wrong) return wrong;
    }
    return s_work.out_of_turn ? "the workers did not take turns" : NULL;
}

static uint32_t worker_sets(void) { return s_work.params[TOTAL] ? 1u : s_work.params[THREADS]; }

static void renew_data(void)
{
    for (uint32_t set = 0; set < worker_sets(); ++set) {
        s_work.kind->renew(s_work.data + set * s_work.set_bytes, set, s_work.params[SIZE]);
    }
}

/** Runs all workers once; returns what went wrong, or NULL. */
static const char *execute_workers(void)
{
    const uint32_t threads = s_work.params[THREADS];
    renew_data();
    for (uint32_t i = 0; i < threads; ++i) renew_worker(&s_work.workers[i]);
    s_work.out_of_turn = 0;
    if (!create_workers()) return "a thread could not be created";
    s_work.arrival_tick = cyclescope_os_ticks();
    cyclescope_open_window(&s_work.arrival);
    /* The last one first: once it has ended, every window is closed. */
    for (uint32_t i = threads; i > 0; --i) cyclescope_os_thread_join(&s_work.threads[i - 1u]);
    return judge_workers();
}

static void store_figure(cyclescope_run *run, const worker *own)
{
    const bool responds = s_work.metric == RESPONSE;
    const uint32_t start = responds ? s_work.arrival : own->start;
    const uint32_t window = (responds ? own->began : own->stop) - start;
    const uint32_t figure = s_work.metric == WAITING ? own->waited : window;
    cyclescope_sample *sample = &run->store[run->stored++];
    run->too_long = run->too_long || (window >> 31);
    sample->start = start;
    sample->value = (figure << 1) | (own->tick_inside ? 1u : 0u);
}

/** Measures one execution: sample i is a figure of worker i modulo threads. */
static void sample_workers(cyclescope_run *run)
{
    const uint32_t threads = s_work.params[THREADS];
    const uint32_t first = run->first % threads;
    const uint32_t left = threads - first;
    if (run->count > left) run->count = left;
    run->wrong = execute_workers();
    for (uint32_t i = 0; i < run->count; ++i) store_figure(run, &s_work.workers[first + i]);
}

/** Measures what reading the clock adds to the total waiting time. */
CYCLESCOPE_UNUSED static void no_waiting(cyclescope_run *run)
{
    for (uint32_t i = 0; i < run->count; ++i) {
        const volatile uint32_t tick = cyclescope_os_ticks();
        const uint32_t begin = cyclescope_clock_now();
        uint32_t waited = 0;
        for (uint32_t turn = 0; turn < run->params[TURNS]; ++turn) {
            uint32_t start;
            cyclescope_open_window(&start);
            const uint32_t stop = cyclescope_close_window();
            waited += stop - start;
        }
        cyclescope_store(run, begin, begin + waited, tick);
    }
}

/** Returns a reproducible random number of a set, by its index. */
CYCLESCOPE_INLINE uint32_t worker_random(uint32_t set, uint32_t index)
{
    uint32_t mixed = index + set * 0x85EBCA77u + 1u;
    for (uint32_t round = 0; round < 3u; ++round) mixed = (mixed ^ (mixed >> 15)) * 0x9E3779B1u;
    return mixed ^ (mixed >> 15);
}

#endif
