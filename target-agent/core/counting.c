#include "counting.h"

#include "cyclescope/port.h"

#ifdef CYCLESCOPE_COUNTERS

static cyclescope_measure s_batch;

bool cyclescope_can_count(void)
{
    uint64_t count;
    return cyclescope_port_counter(&count);
}

/** Counts the batch that begins at operation `first`; returns the reason if that is impossible. */
static const char *count_batch(cyclescope_run *run, uint32_t first)
{
    uint64_t before = 0;
    uint64_t after = 0;
    cyclescope_run one = *run;
    one.first = first;
    one.count = run->batch_size;
    const bool begun = cyclescope_port_counter(&before);
    s_batch(&one);
    if (!cyclescope_port_counter(&after) || !begun) return "the counter cannot be read any more";
    if ((after - before) >> 31) return "a batch's count is too large to be sent";
    run->store[run->stored++].value = (uint32_t)(after - before) << 1;
    run->too_long = one.too_long;
    return NULL;
}

static void count_batches(cyclescope_run *run)
{
    const uint32_t end = run->first + run->count;
    for (uint32_t i = run->first; i < end && !run->wrong; i += run->batch_size) {
        run->wrong = count_batch(run, i);
    }
}

cyclescope_measure cyclescope_counted(cyclescope_measure batch)
{
    s_batch = batch;
    return count_batches;
}

uint32_t cyclescope_preemptions(void) { return cyclescope_port_preemptions(); }

#endif
