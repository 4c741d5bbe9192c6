#include "measuring.h"

#include "counting.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "events.h"

#define EMPTY_SAMPLES 64u
_Static_assert(EMPTY_SAMPLES <= CYCLESCOPE_SAMPLES, "the empty samples must fit the store");

static cyclescope_sample s_store[CYCLESCOPE_SAMPLES];

/** State while one operation is measured. */
typedef struct {
    const cyclescope_plan *plan;
    cyclescope_run run;
    cyclescope_outcome outcome;
    uint32_t block;
} measurement;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/** Ends the operation if a reason is given; returns true if it did. */
static bool end_if(measurement *m, uint32_t status, const char *reason)
{
    if (!reason) return false;
    m->outcome.status = status;
    m->outcome.reason = reason;
    return true;
}

static void count(measurement *m, uint32_t values, bool sent)
{
    m->outcome.attempted += values;
    if (sent) m->outcome.stored += values;
}

static bool send(const measurement *m, uint32_t event)
{
    return m->plan->may_wait ? cyclescope_event_send(event) : cyclescope_event_try_send(event);
}

static void send_samples(measurement *m, uint32_t kind, uint32_t first, uint32_t values)
{
    for (uint32_t i = 0; i < values;) {
        const uint32_t begin = i;
        cyclescope_event_begin();
        cyclescope_event_u32(m->plan->op);
        cyclescope_event_u32(kind);
        cyclescope_event_u32(first + i);
        while (i < values && cyclescope_event_has_room()) cyclescope_event_u32(s_store[i++].value);
        count(m, i - begin, send(m, CYCLESCOPE_EVENT_SAMPLES));
    }
}

static void send_windows(measurement *m, uint32_t kind, uint32_t first, uint32_t values)
{
    const uint32_t cold = kind == CYCLESCOPE_KIND_COLD ? 2u : 0u;
    const uint32_t sum = m->plan->bench->sums ? 4u : 0u;
    for (uint32_t i = 0; i < values; ++i) {
        cyclescope_event_begin();
        cyclescope_event_u32(m->plan->op);
        cyclescope_event_u32(first + i);
        cyclescope_event_u32(s_store[i].start);
        cyclescope_event_u32(s_store[i].start + (s_store[i].value >> 1));
        cyclescope_event_u32((s_store[i].value & 1u) | cold | sum);
        count(m, 1, send(m, CYCLESCOPE_EVENT_TRACED));
    }
}

static void send_values(measurement *m, uint32_t kind, uint32_t first, uint32_t values)
{
    if (m->plan->traced && kind <= CYCLESCOPE_KIND_SAMPLE) {
        send_windows(m, kind, first, values);
    } else {
        send_samples(m, kind, first, values);
    }
}

/**
 * Returns the offset within a tick's period at which a block begins. Blocks that all began right
 * after a tick would contain too few ticks, short ones none. Golden-ratio steps spread them evenly
 * and identically in every run.
 */
static uint32_t compute_phase(uint32_t block) { return (block * 40503u) & 0xFFFFu; }

/** Returns the reason not to trust the block just measured, or NULL. */
static const char *reason_to_doubt(const measurement *m)
{
    if (m->run.too_long) return "a window took more than half the clock's period";
    return m->run.wrong ? m->run.wrong : cyclescope_port_worst_case();
}

/** Measures one block with nothing being sent; returns false if its values must not be used. */
static bool measure_block(measurement *m, cyclescope_measure function, bool record_kernel)
{
    if (end_if(m, CYCLESCOPE_FAILED, cyclescope_clock_check())) {
        /* Of this block there is nothing that the end of the round could undo. */
        m->run.count = 0;
        return false;
    }
    m->run.store = s_store;
    m->run.stored = 0;
    m->block += 1;
    if (m->plan->may_wait) cyclescope_stream_drain();
    if (record_kernel) cyclescope_flush_event(1, m->block, m->plan->may_wait);
    if (record_kernel) cyclescope_stream_record_kernel(true);
    cyclescope_port_align(compute_phase(m->block));
    (void)cyclescope_clock_extended();
    cyclescope_clock_begin_block();
    function(&m->run);
    if (record_kernel) cyclescope_stream_record_kernel(false);
    const char *wrong = cyclescope_clock_check_block();
    cyclescope_flush_event(0, m->block, m->plan->may_wait);
    return !end_if(m, CYCLESCOPE_FAILED, wrong ? wrong : reason_to_doubt(m));
}

/** Ends the operation if the host has asked for a stop; returns true if it did. */
static bool stop_if_asked(measurement *m)
{
    return m->plan->stop_requested() && end_if(m, CYCLESCOPE_STOPPED, "stopped by the host");
}

/**
 * Has the benchmark prepare the round; returns false if it cannot. The stream is drained before
 * this, not only before the block: where waiting for the host blocks this thread, the round's
 * threads would run meanwhile.
 */
static bool prepare_round(measurement *m)
{
    const cyclescope_bench *bench = m->plan->bench;
    if (m->plan->may_wait) cyclescope_stream_drain();
    m->run.first = m->run.count = 0;
    const char *asleep = bench->idles ? cyclescope_clock_info_get()->asleep : NULL;
    if (end_if(m, CYCLESCOPE_REFUSED, asleep)) return false;
    return !(bench->begin && end_if(m, CYCLESCOPE_REFUSED, bench->begin(&m->run)));
}

/** Has the benchmark undo and check the round. A stopped round is undone, but not checked. */
static bool finish_round(measurement *m)
{
    const cyclescope_bench *bench = m->plan->bench;
    const char *wrong = bench->end ? bench->end(&m->run) : NULL;
    if (m->outcome.status != CYCLESCOPE_OK) return false;
    return !end_if(m, CYCLESCOPE_FAILED, wrong);
}

static cyclescope_measure find_empty_batch(const cyclescope_bench *bench)
{
    return bench->empty_batch ? bench->empty_batch : cyclescope_nothing_batch;
}

/** Measures batches without the operation, as many as the store can hold. */
static bool measure_empty_batches(measurement *m, uint32_t kind, uint32_t batches,
                                  cyclescope_measure function)
{
    m->run.first = 0;
    m->run.count = smaller(batches, CYCLESCOPE_SAMPLES) * m->run.batch_size;
    if (!measure_block(m, function, false)) return false;
    send_values(m, kind, 0, m->run.stored);
    return true;
}

static bool measure_empty(measurement *m)
{
    const cyclescope_bench *bench = m->plan->bench;
    m->run.first = 0;
    m->run.count = EMPTY_SAMPLES;
    const cyclescope_measure sample =
        bench->empty_sample ? bench->empty_sample : cyclescope_nothing_sample;
    if (!measure_block(m, sample, false)) return false;
    send_values(m, CYCLESCOPE_KIND_EMPTY_SAMPLE, 0, m->run.stored);
    if (!m->plan->batches) return true;
    return measure_empty_batches(m, CYCLESCOPE_KIND_EMPTY_BATCH, m->plan->batches,
                                 find_empty_batch(bench));
}

/** Measures one round of samples and sends `kept` of them; `first` is the index of the first. */
static bool sample_round(measurement *m, uint32_t kind, uint32_t first, uint32_t operations,
                         uint32_t kept)
{
    const cyclescope_bench *bench = m->plan->bench;
    const uint32_t block = cyclescope_count_block(bench, m->plan->traced);
    m->run.in_batches = false;
    m->run.round = operations;
    if (!prepare_round(m)) return false;
    for (uint32_t done = 0; done < operations && !stop_if_asked(m); done += m->run.count) {
        m->run.first = done;
        m->run.count = smaller(block, operations - done);
        if (!measure_block(m, bench->sample, m->plan->traced)) break;
        if (done < kept) send_values(m, kind, first + done, smaller(m->run.stored, kept - done));
    }
    return finish_round(m);
}

static bool measure_samples(measurement *m)
{
    const uint32_t iterations = m->plan->iterations;
    for (uint32_t done = 0; done < iterations;) {
        const uint32_t round = smaller(cyclescope_count_round(m->plan->bench), iterations - done);
        if (!sample_round(m, CYCLESCOPE_KIND_SAMPLE, done, round, round)) return false;
        done += round;
    }
    return true;
}

static bool measure_batches(measurement *m, uint32_t kind, uint32_t batches,
                            cyclescope_measure function)
{
    const cyclescope_bench *bench = m->plan->bench;
    if (!batches) return true;
    const uint32_t size = m->plan->batch_size;
    uint32_t most = batches;
    if (bench->max) most = smaller(most, bench->max / size);
    most = smaller(most, CYCLESCOPE_SAMPLES);
    for (uint32_t done = 0; done < batches; done += m->run.stored) {
        if (stop_if_asked(m)) return false;
        m->run.in_batches = true;
        m->run.round = smaller(most, batches - done) * size;
        if (!prepare_round(m)) return false;
        m->run.count = m->run.round;
        (void)measure_block(m, function, false);
        if (!finish_round(m)) return false;
        send_values(m, kind, done, m->run.stored);
        if (!m->run.stored) return !end_if(m, CYCLESCOPE_FAILED, "the batch measured nothing");
    }
    return true;
}

/** Repeats some batches with a hardware counter, if there is one. */
static bool measure_counted(measurement *m)
{
    const cyclescope_bench *bench = m->plan->bench;
    const uint32_t batches = smaller(m->plan->batches, CYCLESCOPE_COUNTED_BATCHES);
    if (!batches || !cyclescope_can_count()) return true;
    return measure_empty_batches(m, CYCLESCOPE_KIND_EMPTY_COUNTED_BATCH, batches,
                                 cyclescope_counted(find_empty_batch(bench))) &&
           measure_batches(m, CYCLESCOPE_KIND_COUNTED_BATCH, batches,
                           cyclescope_counted(cyclescope_find_batch(bench)));
}

cyclescope_outcome cyclescope_measure_operation(const cyclescope_plan *plan)
{
    measurement m = {.plan = plan,
                     .run = {.batch_size = plan->batch_size, .params = plan->params},
                     .outcome = {.status = CYCLESCOPE_OK, .reason = ""}};
    (void)(measure_empty(&m) && sample_round(&m, CYCLESCOPE_KIND_COLD, 0, 1u + plan->warmup, 1) &&
           measure_samples(&m) &&
           measure_batches(&m, CYCLESCOPE_KIND_BATCH, plan->batches,
                           cyclescope_find_batch(plan->bench)) &&
           measure_counted(&m));
    return m.outcome;
}

void cyclescope_measure_clock(uint32_t *step, uint32_t *reading)
{
    cyclescope_run run = {.count = EMPTY_SAMPLES, .store = s_store};
    cyclescope_nothing_sample(&run);
    *step = UINT32_MAX;
    *reading = UINT32_MAX;
    uint32_t last = s_store[0].value >> 1;
    for (uint32_t i = 0; i < run.stored; ++i) {
        const uint32_t ticks = s_store[i].value >> 1;
        /*
         * One reading may take many steps of a fine clock; the step then shows as the difference of
         * two.
         */
        const uint32_t apart = ticks > last ? ticks - last : last - ticks;
        *reading = smaller(*reading, ticks);
        if (ticks) *step = smaller(*step, ticks);
        if (apart) *step = smaller(*step, apart);
        last = ticks;
    }
    if (*step == UINT32_MAX) *step = 0;
}
