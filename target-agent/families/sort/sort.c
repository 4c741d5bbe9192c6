/**
 * Sorting, as the paper on the TWR-K70F120M board measures it (section 3.3.1, table 1): selection sort
 * and quicksort of 10^2 to 10^6 integers of 32 bits, by 2 to 32 threads of one priority. The paper
 * leaves open whether each thread has that many integers or all have them in total: `total=1` divides
 * them, and each sorts its part. An element is done when it is in its final place.
 *
 * Quicksort takes the middle element as its pivot and defers the larger side, so that its stack
 * needs at most one entry per bit of the size. A result must be sorted, with the original elements.
 */
#include "../common/workers.h"
#include "../common/workers_prepare.h"

/* 2^20 elements. */
#define MOST_PENDING 20u

typedef struct {
    uint32_t low;
    uint32_t end;
} segment;

CYCLESCOPE_INLINE int32_t *find_elements(const worker *own)
{
    return (int32_t *)own->data + own->first;
}

CYCLESCOPE_INLINE void exchange(int32_t *a, int32_t *b)
{
    const int32_t kept = *a;
    *a = *b;
    *b = kept;
}

static void selection(worker *own)
{
    int32_t *at = find_elements(own);
    for (uint32_t done = 0; done < own->elements; ++done) {
        uint32_t least = done;
        for (uint32_t i = done + 1u; i < own->elements; ++i) {
            if (at[i] < at[least]) least = i;
        }
        exchange(&at[done], &at[least]);
        worker_has_done(own, done + 1u);
    }
}

/** Partitions a segment of two or more; returns the pivot's position, which is final. */
CYCLESCOPE_INLINE uint32_t part(int32_t *at, segment whole)
{
    const uint32_t last = whole.end - 1u;
    exchange(&at[whole.low + (last - whole.low) / 2u], &at[last]);
    const int32_t pivot = at[last];
    uint32_t left = whole.low;
    uint32_t right = last;
    for (;;) {
        while (at[left] < pivot) ++left;
        while (right > left && at[right - 1u] > pivot) --right;
        if (right <= left + 1u) break;
        exchange(&at[left++], &at[--right]);
    }
    exchange(&at[left], &at[last]);
    return left;
}

static void quick(worker *own)
{
    segment pending[MOST_PENDING];
    uint32_t depth = 0;
    uint32_t done = 0;
    int32_t *at = find_elements(own);
    segment next = {0, own->elements};
    for (;;) {
        while (next.end - next.low > 1u) {
            const uint32_t pivot = part(at, next);
            const segment left = {next.low, pivot};
            const segment right = {pivot + 1u, next.end};
            const bool left_is_smaller = left.end - left.low < right.end - right.low;
            pending[depth++] = left_is_smaller ? right : left;
            next = left_is_smaller ? left : right;
            worker_has_done(own, ++done);
        }
        /* A segment of one element is in its final place. */
        done += next.end - next.low;
        worker_has_done(own, done);
        if (!depth) return;
        next = pending[--depth];
    }
}

static uint32_t count_bytes(uint32_t size) { return size * (uint32_t)sizeof(int32_t); }
static uint32_t count_all(uint32_t size) { return size; }

static uint64_t selection_steps(uint32_t size, uint32_t elements)
{
    (void)size;
    return (uint64_t)elements * (elements - 1u) / 2u;
}

/** Comparisons, as a multiple of n log2 n. */
static uint64_t quick_steps(uint32_t size, uint32_t elements)
{
    (void)size;
    uint32_t levels = 1;
    while (elements >> levels) ++levels;
    return (uint64_t)elements * levels;
}

static int32_t original(uint32_t set, uint32_t index) { return (int32_t)worker_random(set, index); }

static void renew(void *data, uint32_t set, uint32_t size)
{
    int32_t *elements = data;
    for (uint32_t i = 0; i < size; ++i) elements[i] = original(set, i);
}

/** Fingerprint of a number: their sum identifies a multiset in any order. */
static uint64_t compute_print(int32_t number) { return worker_random((uint32_t)number, 1u); }

static const char *check(const worker *own, uint32_t size)
{
    (void)size;
    const int32_t *at = find_elements(own);
    uint64_t found = 0;
    uint64_t wanted = 0;
    for (uint32_t i = 0; i < own->elements; ++i) {
        if (i && at[i - 1u] > at[i]) return "the result is not sorted";
        found += compute_print(at[i]);
        wanted += compute_print(original(own->set, own->first + i));
    }
    return found == wanted ? NULL : "what was sorted is not what was there before";
}

static void selection_entry(void *own) { worker_lives(own, selection); }
static void quick_entry(void *own) { worker_lives(own, quick); }

static const worker_kind s_selection = {selection_entry, selection, count_bytes, count_all,
                                        selection_steps, renew,     check};
static const worker_kind s_quick = {quick_entry, quick, count_bytes, count_all,
                                    quick_steps, renew, check};

static const char *selection_for_execution(cyclescope_run *run)
{
    return prepare_workers(run, &s_selection, EXECUTION);
}
static const char *selection_for_waiting(cyclescope_run *run)
{
    return prepare_workers(run, &s_selection, WAITING);
}
static const char *selection_for_response(cyclescope_run *run)
{
    return prepare_workers(run, &s_selection, RESPONSE);
}
static const char *quick_for_execution(cyclescope_run *run)
{
    return prepare_workers(run, &s_quick, EXECUTION);
}
static const char *quick_for_waiting(cyclescope_run *run)
{
    return prepare_workers(run, &s_quick, WAITING);
}
static const char *quick_for_response(cyclescope_run *run)
{
    return prepare_workers(run, &s_quick, RESPONSE);
}

#define ABOUT_PARAMS ABOUT_WORKER_PARAMS("integers")

#define SORT_OPTIONS                                                                         \
    .iterations = WORKER_ITERATIONS, .max = MOST_WORKERS, .event_bytes = WORKER_EVENT_BYTES, \
    .sample = sample_workers, .end = dismiss_workers, WORKER_PARAMS(100, 100, 1000000)

CYCLESCOPE_BENCH_CUSTOM(selection,
                        .about =
                            "selection sort of integers by several threads: from a thread's begin "
                            "to its end" ABOUT_PARAMS,
                        .begin = selection_for_execution, SORT_OPTIONS);
CYCLESCOPE_BENCH_CUSTOM(selection_waiting,
                        .about =
                            "selection sort by several threads: the time in which a thread had "
                            "given way" ABOUT_PARAMS,
                        .begin = selection_for_waiting, .empty_sample = no_waiting, .sums = true,
                        SORT_OPTIONS);
CYCLESCOPE_BENCH_CUSTOM(selection_response,
                        .about =
                            "selection sort by several threads: from the arrival of all to a "
                            "thread's begin" ABOUT_PARAMS,
                        .begin = selection_for_response, SORT_OPTIONS);

CYCLESCOPE_BENCH_CUSTOM(quick,
                        .about =
                            "quicksort of integers by several threads: from a thread's begin to "
                            "its end" ABOUT_PARAMS,
                        .begin = quick_for_execution, SORT_OPTIONS);
CYCLESCOPE_BENCH_CUSTOM(quick_waiting,
                        .about =
                            "quicksort by several threads: the time in which a thread had given "
                            "way" ABOUT_PARAMS,
                        .begin = quick_for_waiting, .empty_sample = no_waiting, .sums = true,
                        SORT_OPTIONS);
CYCLESCOPE_BENCH_CUSTOM(quick_response,
                        .about =
                            "quicksort by several threads: from the arrival of all to a thread's "
                            "begin" ABOUT_PARAMS,
                        .begin = quick_for_response, SORT_OPTIONS);
