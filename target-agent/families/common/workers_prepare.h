/** Prepares a round of workers: lays out memory and estimates whether they would end in time. */
#ifndef CYCLESCOPE_WORKERS_PREPARE_H
#define CYCLESCOPE_WORKERS_PREPARE_H

#include "../../core/text.h"
#include "cyclescope/clock.h"
#include "cyclescope/work_area.h"
#include "workers.h"

static uint32_t rounded_up(uint32_t bytes)
{
    return (bytes + CYCLESCOPE_WORK_AREA_ALIGNMENT - 1u) & ~(CYCLESCOPE_WORK_AREA_ALIGNMENT - 1u);
}

static const char *too_large(cyclescope_line *line, uint32_t bytes, uint32_t there)
{
    cyclescope_line_begin(line, "needs ");
    cyclescope_line_decimal(line, bytes);
    cyclescope_line_raw(line, " bytes for data and threads, and ");
    cyclescope_line_raw(line, cyclescope_work_area_limit());
    cyclescope_line_raw(line, " has ");
    cyclescope_line_decimal(line, there);
    return cyclescope_line_peek(line);
}

/** Lays out threads, workers and data one after another. */
static const char *take_memory(cyclescope_line *line)
{
    const uint32_t threads = s_work.params[THREADS];
    const uint32_t for_threads = rounded_up(threads * (uint32_t)sizeof *s_work.threads);
    const uint32_t for_workers = rounded_up(threads * (uint32_t)sizeof *s_work.workers);
    s_work.set_bytes = rounded_up(s_work.kind->bytes(s_work.params[SIZE]));
    const uint32_t bytes = for_threads + for_workers + worker_sets() * s_work.set_bytes;
    const uint32_t there = cyclescope_work_area_bytes();
    uint8_t *area = bytes <= there ? cyclescope_work_area_take(bytes) : NULL;
    if (!area) return too_large(line, bytes, there);
    s_work.threads = (cyclescope_os_thread *)(void *)area;
    s_work.workers = (worker *)(void *)(area + for_threads);
    s_work.data = area + for_threads + for_workers;
    return NULL;
}

/** Divides the elements as evenly as possible. */
static void share_out(void)
{
    const uint32_t threads = s_work.params[THREADS];
    const uint32_t all = s_work.kind->elements(s_work.params[SIZE]);
    const bool total = s_work.params[TOTAL];
    for (uint32_t i = 0; i < threads; ++i) {
        const uint32_t first = total ? all * i / threads : 0;
        const uint32_t end = total ? all * (i + 1u) / threads : all;
        s_work.workers[i] = (worker){.number = i,
                                     .before = (i ? i : threads) - 1u,
                                     .elements = end - first,
                                     .data = s_work.data + (total ? 0 : i * s_work.set_bytes),
                                     .set = total ? 0 : i,
                                     .first = first};
    }
}

#define PROBES 3u
#define PROBE_ELEMENTS 100u

/** Measures the ticks for a number of elements: the minimum of several tries, as other programs may intervene. */
static uint32_t probe(uint32_t elements)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < PROBES; ++i) {
        worker own = s_work.workers[0];
        own.elements = elements;
        own.due = UINT32_MAX;
        s_work.kind->renew(own.data, 0, s_work.params[SIZE]);
        const uint32_t start = cyclescope_clock_now();
        s_work.kind->work(&own);
        const uint32_t ticks = cyclescope_clock_now() - start;
        if (ticks < least) least = ticks;
    }
    return least ? least : 1u;
}

/** Estimates one execution in ticks, from a small one and the growth of the work. */
static uint64_t expected_ticks(void)
{
    const uint32_t size = s_work.params[SIZE];
    const uint32_t elements = s_work.workers[0].elements;
    const uint32_t probed = elements < PROBE_ELEMENTS ? elements : PROBE_ELEMENTS;
    uint64_t steps = 0;
    for (uint32_t i = 0; i < s_work.params[THREADS]; ++i) {
        steps += s_work.kind->steps(size, s_work.workers[i].elements);
    }
    return steps * probe(probed) / s_work.kind->steps(size, probed);
}

/** Seconds are the clock's; a clock that counts instructions does not measure real time. */
static const char *too_slow(cyclescope_line *line, uint64_t seconds, const char *limit,
                            uint32_t allowed)
{
    const bool counts = cyclescope_text_equal(cyclescope_clock_info_get()->unit, "instructions");
    cyclescope_line_begin(line, "one execution would take about ");
    cyclescope_line_decimal(line, seconds < UINT32_MAX ? (uint32_t)seconds : UINT32_MAX);
    cyclescope_line_raw(line, counts ? " s of the emulated clock, and " : " s, and ");
    cyclescope_line_raw(line, limit);
    cyclescope_line_decimal(line, allowed);
    cyclescope_line_raw(line, " s");
    return cyclescope_line_peek(line);
}

static const char *check_time(cyclescope_line *line)
{
    const uint32_t hz = cyclescope_clock_info_get()->hz;
    const uint64_t ticks = expected_ticks();
    const uint64_t seconds = (ticks + hz - 1u) / hz;
    const uint32_t allowed = s_work.params[SECONDS];
    /* The clock first: no parameter can raise its limit. */
    if (ticks > INT32_MAX) {
        return too_slow(line, seconds, "this clock can time no more than ", INT32_MAX / hz);
    }
    if (ticks <= (uint64_t)allowed * hz) return NULL;
    return too_slow(line, seconds, "the parameter seconds allows ", allowed);
}

/** Prepares everything, or returns why this cannot be measured; the work is never reduced. */
static const char *prepare_workers(cyclescope_run *run, const worker_kind *kind,
                                   worker_metric metric)
{
    static cyclescope_line line;
    const char *refused = CYCLESCOPE_THREAD_REFUSED;
    if (refused) return refused;
    if (cyclescope_os_slices_time()) return "needs time slicing switched off";
    if (!cyclescope_os_keeps_priorities()) return "needs strict priority scheduling";
    s_work.kind = kind;
    s_work.metric = metric;
    s_work.params = run->params;
    const char *reason = take_memory(&line);
    if (reason) return reason;
    share_out();
    reason = check_time(&line);
    if (reason) cyclescope_work_area_return();
    return reason;
}

static const char *dismiss_workers(cyclescope_run *run)
{
    (void)run;
    cyclescope_work_area_return();
    return NULL;
}

#endif
