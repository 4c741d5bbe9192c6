/**
 * Public header for benchmark authors.
 *
 *     #include <cyclescope/bench.h>
 *
 *     CYCLESCOPE_BENCH(fir_filter, .about = "one output of a filter with 32 taps")
 *     {
 *         CYCLESCOPE_KEEP(fir_filter(input, 32));
 *     }
 *
 * The block is one operation. Once linked into an agent it shows up in `list`: its suite is the
 * name of the source file, its place is the line of the macro.
 */
#ifndef CYCLESCOPE_BENCH_H
#define CYCLESCOPE_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
/* Parts of these are C++ if its library is present, so they must not be inside extern "C". */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#pragma GCC diagnostic push
/* Fields missing from an initializer are zero in both languages, on purpose. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
extern "C" {
#endif

#include "cyclescope/inline.h"
#include "cyclescope/window.h"
#include "cyclescope/os.h"

#ifdef __cplusplus
}
#pragma GCC diagnostic pop
#endif

/** Defaults for fields that a benchmark leaves out. */
#define CYCLESCOPE_DEFAULT_ITERATIONS 1000u
#define CYCLESCOPE_DEFAULT_BATCHES 40u
#define CYCLESCOPE_DEFAULT_EVENT_BYTES 32u

/** One measured operation as stored in the sample store. */
typedef struct {
    uint32_t start; /**< the clock's reading when the window opened */
    uint32_t value; /**< elapsed ticks * 2, plus 1 if a kernel tick fell inside */
} cyclescope_sample;

/** A run as its benchmark sees it. */
typedef struct cyclescope_run {
    uint32_t round;         /**< operations in this round */
    uint32_t first;         /**< index of this block's first operation in its round */
    uint32_t count;         /**< operations in this block */
    uint32_t batch_size;    /**< operations in one batch */
    bool in_batches;        /**< this round is measured in batches */
    const uint32_t *params; /**< values in the order of the declaration */
    bool too_long;          /**< a window took half the clock's period or more */
    const char *wrong;      /**< why the block's values must not be trusted, or NULL */
    cyclescope_sample *store;
    uint32_t stored;
} cyclescope_run;

/** A parameter that `run name=value` may set. */
typedef struct {
    const char *name;
    uint32_t initial;
    uint32_t min;
    uint32_t max;
} cyclescope_param;

/** Prepares or checks a round; returns the reason if that is impossible, or NULL. */
typedef const char *(*cyclescope_step)(cyclescope_run *run);
typedef void (*cyclescope_each)(cyclescope_run *run, uint32_t index);
typedef void (*cyclescope_measure)(cyclescope_run *run);

/** One operation that the agent can measure. The host reads these from the ELF file. */
typedef struct {
    const char *suite; /**< NULL: the name of the source file */
    const char *op;
    const char *about;
    const char *file;
    uint32_t line;
    uint32_t iterations; /**< 0: CYCLESCOPE_DEFAULT_ITERATIONS */
    uint32_t max;        /**< how many may exist at once, more are run in rounds; 0: no limit */
    uint32_t warmup;     /**< executions after the cold one that are not recorded */
    uint32_t batches;    /**< 0: CYCLESCOPE_DEFAULT_BATCHES */
    const cyclescope_param *params;
    uint32_t param_count;
    uint32_t multiple;     /**< a batch holds a multiple of this many operations; 0: any */
    uint32_t event_bytes;  /**< worst case of kernel events in one operation; 0: the default */
    cyclescope_step begin; /**< before a round, outside every window */
    cyclescope_step end;   /**< after a round: undo and check */
    cyclescope_each before_each;
    cyclescope_each after_each;
    cyclescope_measure sample;
    cyclescope_measure batch;
    cyclescope_measure empty_sample; /**< NULL: two readings back to back */
    cyclescope_measure empty_batch;  /**< NULL: an empty loop */
    /** For an operation with a before or after that its batch loop can do without. */
    cyclescope_measure own_batch;
    bool idles; /**< waits while no thread runs: refused where the clock stops in sleep */
    bool sums;  /**< a sample is the sum of the stretches in which its thread had given way */
} cyclescope_bench;

/**
 * Section of the registry entries. As constants they would be placed after the first constants that
 * a foreign linker script lists, often the vectors, where there is no room; as code they land
 * behind the code. The flags after the name do that: the compiler's own, which follow, become a
 * comment.
 */
#if defined(__arm__) && defined(__GNUC__) && !defined(__clang__) && !defined(__linux__)
#define CYCLESCOPE_BENCH_SECTION "cyclescope_benches,\"ax\",%progbits @"
#else
#define CYCLESCOPE_BENCH_SECTION "cyclescope_benches"
#endif

#define CYCLESCOPE_UNUSED __attribute__((unused))

/**
 * For failures inside an operation: moves their code out of line, so that success takes no branch.
 */
#define CYCLESCOPE_SELDOM(condition) __builtin_expect(!!(condition), 0)

/** Makes the compiler compute this value although it is never read. */
#define CYCLESCOPE_KEEP(expression)                              \
    do {                                                         \
        __typeof__(expression) kept = (expression);              \
        __asm volatile("" : : "g"(&kept), "m"(kept) : "memory"); \
    } while (0)

/**
 * Returns the same address, hidden from the optimiser: whatever an operation reads through it is
 * computed again in every iteration. Otherwise a batch computes it once, a sample in every window.
 */
CYCLESCOPE_INLINE void *cyclescope_afresh(void *object)
{
    __asm volatile("" : "+r"(object));
    return object;
}

#define CYCLESCOPE_PARAMS(...)                         \
    .params = (const cyclescope_param[]){__VA_ARGS__}, \
    .param_count = sizeof((const cyclescope_param[]){__VA_ARGS__}) / sizeof(cyclescope_param)

/** Stores one window; `tick` is the kernel's tick count read before it opened. */
CYCLESCOPE_INLINE void cyclescope_store(cyclescope_run *run, uint32_t start, uint32_t stop,
                                        uint32_t tick)
{
    cyclescope_sample *sample = &run->store[run->stored++];
    /* A tick may also have occurred between reading the count and opening the window. */
    const bool tick_inside =
        tick != cyclescope_os_ticks() && cyclescope_os_tick_between(start, stop);
    const uint32_t elapsed = stop - start;
    run->too_long = run->too_long || (elapsed >> 31);
    sample->start = start;
    sample->value = (elapsed << 1) | (tick_inside ? 1u : 0u);
}

/** For files whose suite has another name, and for builds that compile one file more than once. */
#ifndef CYCLESCOPE_SUITE
#define CYCLESCOPE_SUITE NULL
#endif

#define CYCLESCOPE_IN_REGISTRY \
    __attribute__((section(CYCLESCOPE_BENCH_SECTION), used, aligned(sizeof(void *))))

#ifdef __cplusplus
#include "cyclescope/bench_cpp.h"
#else
#define CYCLESCOPE_ENTRY_(name) static const cyclescope_bench name##_bench CYCLESCOPE_IN_REGISTRY

/**
 * Registers a benchmark with its own measuring functions. Options are fields of cyclescope_bench.
 */
#define CYCLESCOPE_BENCH_CUSTOM(name, ...) \
    CYCLESCOPE_ENTRY_(name) = {            \
        .suite = CYCLESCOPE_SUITE, .op = #name, .file = __FILE__, .line = __LINE__, __VA_ARGS__}

/** Registers the block that follows as an operation; `run` and its index `i` are in scope. */
#define CYCLESCOPE_BENCH(name, ...)                                                \
    CYCLESCOPE_ENTRY_(name);                                                       \
    CYCLESCOPE_INLINE void name##_operation(cyclescope_run *run, uint32_t i);      \
    CYCLESCOPE_LOOPS_(name)                                                        \
    CYCLESCOPE_ENTRY_(name) = {.suite = CYCLESCOPE_SUITE,                          \
                               .op = #name,                                        \
                               .file = __FILE__,                                   \
                               .line = __LINE__,                                   \
                               .sample = name##_sample,                            \
                               .batch = name##_batch,                              \
                               __VA_ARGS__};                                       \
    CYCLESCOPE_INLINE void name##_operation(CYCLESCOPE_UNUSED cyclescope_run *run, \
                                            CYCLESCOPE_UNUSED uint32_t i)
#endif

/*
 * Both loops are in the benchmark's own file so that the operation is inlined between the
 * readings: a call would be measured with it. The tick waits in memory: a register might be saved
 * between the readings.
 */
#define CYCLESCOPE_LOOPS_(name)   \
    CYCLESCOPE_SAMPLE_LOOP_(name) \
    CYCLESCOPE_BATCH_LOOP(name)

#define CYCLESCOPE_SAMPLE_LOOP_(name)                                       \
    static void name##_sample(cyclescope_run *run)                          \
    {                                                                       \
        const uint32_t end = run->first + run->count;                       \
        for (uint32_t i = run->first; i < end; ++i) {                       \
            if (name##_bench.before_each) name##_bench.before_each(run, i); \
            const volatile uint32_t tick = cyclescope_os_ticks();           \
            uint32_t start;                                                 \
            cyclescope_open_window(&start);                                 \
            name##_operation(run, i);                                       \
            const uint32_t stop = cyclescope_close_window();                \
            cyclescope_store(run, start, stop, tick);                       \
            if (name##_bench.after_each) name##_bench.after_each(run, i);   \
        }                                                                   \
    }

/** Defines `name_batch`, a loop of batches around the inline function `name_operation`. */
#define CYCLESCOPE_BATCH_LOOP(name)                                  \
    static void name##_batch(cyclescope_run *run)                    \
    {                                                                \
        const uint32_t end = run->first + run->count;                \
        for (uint32_t i = run->first; i < end;) {                    \
            const volatile uint32_t batch_end = i + run->batch_size; \
            const volatile uint32_t tick = cyclescope_os_ticks();    \
            uint32_t start;                                          \
            cyclescope_open_window(&start);                          \
            do {                                                     \
                name##_operation(run, i);                            \
                i = cyclescope_next(i);                              \
            } while (i < batch_end);                                 \
            const uint32_t stop = cyclescope_close_window();         \
            cyclescope_store(run, start, stop, tick);                \
        }                                                            \
    }

#endif
