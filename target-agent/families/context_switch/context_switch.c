/**
 * Context switch, as NXP's white paper on Zephyr and Linux measures it: two threads switch 500,000
 * times; the headline figure is elapsed / n, which the batches measure. A sample lasts from one
 * thread's last instruction before its yield to the other's first after its own yield.
 *
 * Switches are counted by alternation: each thread checks that the other has counted exactly once
 * since its own turn; otherwise the figure is rejected.
 */
#include "../common/helper.h"

static struct {
    cyclescope_run *run;
    volatile uint32_t turns; /* counted by each thread on arrival */
    volatile uint32_t left;  /* samples still to take in this block */
    volatile uint32_t start; /* the reading before the yield */
    volatile uint32_t tick;
    uint32_t wrong;
} s_switch;

/** Counts an arrival; `mine` is this thread's previous count. */
CYCLESCOPE_INLINE uint32_t arrive(uint32_t mine)
{
    const uint32_t seen = s_switch.turns;
    if (seen != mine + 1u) ++s_switch.wrong;
    s_switch.turns = seen + 1u;
    return seen + 1u;
}

/** Takes turns: the peer forever, the agent until the block has its samples. */
CYCLESCOPE_INLINE void take_turns(bool peer)
{
    uint32_t mine = s_switch.turns;
    do {
        s_switch.tick = cyclescope_os_ticks();
        s_switch.start = cyclescope_clock_now();
        cyclescope_os_yield();
        const uint32_t stop = cyclescope_clock_now();
        mine = arrive(mine);
        if (!s_switch.left) continue;
        cyclescope_store(s_switch.run, s_switch.start, stop, s_switch.tick);
        s_switch.left -= 1u;
    } while (peer || s_switch.left);
}

static void sampling_peer(void *unused)
{
    (void)unused;
    s_switch.turns += 1u;
    take_turns(true);
}

static void batch_peer(void *unused)
{
    (void)unused;
    uint32_t mine = s_switch.turns + 1u;
    s_switch.turns = mine;
    for (;;) {
        cyclescope_os_yield();
        mine = arrive(mine);
    }
}

static const char *create_peer(cyclescope_run *run)
{
    if (cyclescope_os_slices_time()) return "needs time slicing switched off";
    s_switch.wrong = 0;
    s_switch.left = 0;
    s_switch.turns = 0;
    const char *refused =
        cyclescope_helper_start(run->in_batches ? batch_peer : sampling_peer, CYCLESCOPE_BESIDE);
    if (refused) return refused;
    /* The peer enters its loop and waits there, in its yield, for the first block. */
    cyclescope_os_yield();
    const bool entered = s_switch.turns == 1u;
    s_switch.turns = 2u;
    if (entered) return NULL;
    cyclescope_helper_end();
    return "the second thread does not get its turn";
}

static const char *delete_peer(cyclescope_run *run)
{
    (void)run;
    cyclescope_helper_end();
    return s_switch.wrong ? "the two threads did not alternate" : NULL;
}

static void sample(cyclescope_run *run)
{
    s_switch.run = run;
    s_switch.left = run->count;
    take_turns(false);
}

static void batch(cyclescope_run *run)
{
    uint32_t mine = s_switch.turns;
    for (uint32_t done = 0; done < run->count; done += run->batch_size) {
        const uint32_t target = mine + run->batch_size;
        const uint32_t tick = cyclescope_os_ticks();
        const uint32_t start = cyclescope_clock_now();
        /* Not "!=": after a missed switch the count would never be equal. */
        while ((int32_t)(target - mine) > 0) {
            cyclescope_os_yield();
            mine = arrive(mine);
        }
        const uint32_t stop = cyclescope_clock_now();
        cyclescope_store(run, start, stop, tick);
    }
}

/** Measures a sample's cost besides the switch: the reading goes through memory. */
static void empty_sample(cyclescope_run *run)
{
    for (uint32_t i = 0; i < run->count; ++i) {
        s_switch.tick = cyclescope_os_ticks();
        s_switch.start = cyclescope_clock_now();
        CYCLESCOPE_BARRIER();
        const uint32_t stop = cyclescope_clock_now();
        cyclescope_store(run, s_switch.start, stop, s_switch.tick);
    }
}

/**
 * Measures a batch's cost besides the switches: the counting, in pairs, once as the agent counts and
 * once as its peer, which compares nothing; neither can keep a value across the other's turn.
 */
static void empty_batch(cyclescope_run *run)
{
    uint32_t mine = s_switch.turns;
    for (uint32_t done = 0; done < run->count; done += run->batch_size) {
        const uint32_t target = mine + run->batch_size;
        const uint32_t tick = cyclescope_os_ticks();
        const uint32_t start = cyclescope_clock_now();
        while ((int32_t)(target - mine) > 0) {
            CYCLESCOPE_BARRIER();
            mine = arrive(mine - 1u);
            CYCLESCOPE_BARRIER();
            mine = arrive(mine - 1u);
        }
        const uint32_t stop = cyclescope_clock_now();
        cyclescope_store(run, start, stop, tick);
    }
}

CYCLESCOPE_BENCH_CUSTOM(
    switch,
    .about = "one of two threads yields, the other goes on; the paper's figure is the batch mean",
    .iterations = 500000, .multiple = 2, .event_bytes = 16, .begin = create_peer,
    .end = delete_peer, .sample = sample, .batch = batch, .empty_sample = empty_sample,
    .empty_batch = empty_batch);
