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
    uint32_t agents; /* count of the agent's latest arrival */
    uint32_t peers;  /* count of its peer's */
    uint32_t wrong;
} s_switch;

/** Counts an arrival; `mine` is this thread's previous count. */
CYCLESCOPE_INLINE void count_arrival(uint32_t *mine)
{
    const uint32_t seen = s_switch.turns;
    if (seen != *mine + 1u) ++s_switch.wrong;
    *mine = seen + 1u;
    s_switch.turns = seen + 1u;
}

/* Functions without arguments, so that they cost the same in every loop. */
static __attribute__((noinline)) void count_agent(void) { count_arrival(&s_switch.agents); }
static __attribute__((noinline)) void count_peer(void) { count_arrival(&s_switch.peers); }

/** Takes turns: the peer forever, the agent until the block has its samples. */
CYCLESCOPE_INLINE void take_turns(bool peer)
{
    if (peer) s_switch.peers = s_switch.turns;
    if (!peer) s_switch.agents = s_switch.turns;
    do {
        s_switch.tick = cyclescope_os_ticks();
        cyclescope_open_window(&s_switch.start);
        cyclescope_os_yield();
        const uint32_t stop = cyclescope_close_window();
        if (peer) count_peer();
        if (!peer) count_agent();
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
    s_switch.turns += 1u;
    s_switch.peers = s_switch.turns;
    for (;;) {
        cyclescope_os_yield();
        count_peer();
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
    return "the second thread was never scheduled";
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
    s_switch.agents = s_switch.turns;
    for (uint32_t done = 0; done < run->count; done += run->batch_size) {
        const uint32_t target = s_switch.agents + run->batch_size;
        const volatile uint32_t tick = cyclescope_os_ticks();
        uint32_t start;
        cyclescope_open_window(&start);
        /* Not "!=": after a missed switch the count would never be equal. */
        while ((int32_t)(target - s_switch.agents) > 0) {
            cyclescope_os_yield();
            count_agent();
        }
        const uint32_t stop = cyclescope_close_window();
        cyclescope_store(run, start, stop, tick);
    }
}

/** Measures a batch's cost besides the switches: the counting, once as the peer and once as the agent. */
static void empty_batch(cyclescope_run *run)
{
    s_switch.agents = s_switch.turns;
    s_switch.peers = s_switch.agents - 1u;
    for (uint32_t done = 0; done < run->count; done += run->batch_size) {
        const uint32_t target = s_switch.agents + run->batch_size;
        const volatile uint32_t tick = cyclescope_os_ticks();
        uint32_t start;
        cyclescope_open_window(&start);
        while ((int32_t)(target - s_switch.agents) > 0) {
            count_peer();
            cyclescope_branch();
            count_agent();
        }
        const uint32_t stop = cyclescope_close_window();
        cyclescope_store(run, start, stop, tick);
    }
}

CYCLESCOPE_BENCH_CUSTOM(
    switch,
    .about = "one of two threads yields, the other goes on; the paper's figure is the batch mean",
    .iterations = 500000, .multiple = 2, .event_bytes = 16, .begin = create_peer,
    .end = delete_peer, .sample = sample, .batch = batch, .empty_batch = empty_batch);
