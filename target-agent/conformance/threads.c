/** Threads, their scheduling and sleeping. */
#include "conformance.h"

#define CHILDREN 3u
#define TURNS 5u
#define READINGS 100u

static cyclescope_os_thread s_children[CHILDREN];
static volatile uint32_t s_runs[CHILDREN];
static volatile uint32_t s_turns;
static volatile cyclescope_os_thread_id s_self;

static void count_run(void *argument) { *(volatile uint32_t *)argument += 1u; }

static void prepare_child(uint32_t n)
{
    s_runs[n] = 0;
    cyclescope_os_thread_prepare(&s_children[n], count_run, (void *)&s_runs[n]);
}

CYCLESCOPE_NEEDS(threads_run_once, CYCLESCOPE_THREAD_REFUSED)
CYCLESCOPE_BENCH(threads_run_once,
                 .about = "a created thread runs once, and a joined one can be used again",
                 CYCLESCOPE_PROMISE(threads_run_once))
{
    cyclescope_os_make_threaded();
    for (uint32_t round = 0; round < 2u; ++round) {
        uint32_t created = 0;
        for (; created < CHILDREN; ++created) {
            prepare_child(created);
            if (!cyclescope_os_thread_create(&s_children[created])) break;
            cyclescope_os_thread_announce(&s_children[created]);
        }
        expect(created == CHILDREN, "a thread can be created");
        for (uint32_t n = 0; n < created; ++n) cyclescope_os_thread_join(&s_children[n]);
        for (uint32_t n = 0; n < created; ++n) {
            expect(s_runs[n] == 1u, "a joined thread has run its entry once, with its argument");
        }
    }
}

CYCLESCOPE_NEEDS(threads_run_below, either(CYCLESCOPE_THREAD_REFUSED, needs_priorities()))
CYCLESCOPE_BENCH(threads_run_below,
                 .about = "a created thread does not run before its creator blocks",
                 CYCLESCOPE_PROMISE(threads_run_below))
{
    cyclescope_os_make_threaded();
    prepare_child(0);
    if (!cyclescope_os_thread_create(&s_children[0])) {
        expect(false, "a thread can be created");
        return;
    }
    cyclescope_os_yield();
    expect(s_runs[0] == 0, "a yield does not let a thread of lower priority run");
    cyclescope_os_thread_join(&s_children[0]);
    expect(s_runs[0] == 1u, "joining lets the thread run");
}

CYCLESCOPE_NEEDS(threads_on_the_heap, either(CYCLESCOPE_THREAD_REFUSED, CYCLESCOPE_HEAP_REFUSED))
CYCLESCOPE_BENCH(threads_on_the_heap,
                 .about = "a thread in the system's memory is created and disposed of",
                 CYCLESCOPE_PROMISE(threads_on_the_heap))
{
    cyclescope_os_make_threaded();
    for (uint32_t n = 0; n < TURNS; ++n) {
        prepare_child(0);
        const bool created = cyclescope_os_thread_new(&s_children[0]);
        expect(created, "a thread can be created as often as one was disposed of");
        if (!created) return;
        cyclescope_os_thread_dispose(&s_children[0]);
        expect(s_runs[0] <= 1u, "a thread that is disposed of runs once at most");
    }
}

static void note_self(void *unused)
{
    (void)unused;
    s_self = cyclescope_os_thread_self();
}

CYCLESCOPE_NEEDS(threads_differ, CYCLESCOPE_THREAD_REFUSED)
CYCLESCOPE_BENCH(threads_differ, .about = "a thread has one identity, and another thread another",
                 CYCLESCOPE_PROMISE(threads_differ))
{
    cyclescope_os_make_threaded();
    const cyclescope_os_thread_id self = cyclescope_os_thread_self();
    s_self = self;
    cyclescope_os_thread_prepare(&s_children[0], note_self, NULL);
    if (!cyclescope_os_thread_create(&s_children[0])) {
        expect(false, "a thread can be created");
        return;
    }
    cyclescope_os_thread_join(&s_children[0]);
    expect(self == cyclescope_os_thread_self(), "a thread's identity does not change");
    expect(self != s_self, "two threads have different identities");
}

static void take_turns(void *unused)
{
    (void)unused;
    for (;;) {
        s_turns += 1u;
        cyclescope_os_yield();
    }
}

CYCLESCOPE_NEEDS(yield_passes_the_turn, either(CYCLESCOPE_HELPER_REFUSED, needs_turns()))
CYCLESCOPE_BENCH(yield_passes_the_turn, .about = "threads of one priority that yield take turns",
                 CYCLESCOPE_PROMISE(yield_passes_the_turn))
{
    s_turns = 0;
    if (!start_helper(take_turns, CYCLESCOPE_BESIDE)) return;
    expect(s_turns == 0, "a thread beside the agent does not run before the agent yields");
    for (uint32_t n = 1; n <= TURNS; ++n) {
        cyclescope_os_yield();
        expect(s_turns == n, "a yield lets the other thread have one turn");
    }
    end_helper();
}

static void take_one_turn(void *unused)
{
    (void)unused;
    s_turns += 1u;
}

CYCLESCOPE_NEEDS(higher_runs_at_once, either(CYCLESCOPE_HELPER_REFUSED, needs_priorities()))
CYCLESCOPE_BENCH(higher_runs_at_once,
                 .about = "a helper above the agent runs before its creation returns",
                 CYCLESCOPE_PROMISE(higher_runs_at_once))
{
    s_turns = 0;
    if (!start_helper(take_one_turn, CYCLESCOPE_ABOVE)) return;
    expect(s_turns == 1u, "a thread above the agent runs at once");
    end_helper();
}

CYCLESCOPE_NEEDS(lower_waits, either(CYCLESCOPE_HELPER_REFUSED, needs_priorities()))
CYCLESCOPE_BENCH(lower_waits, .about = "a helper below the agent does not run while the agent does",
                 CYCLESCOPE_PROMISE(lower_waits))
{
    s_turns = 0;
    if (!start_helper(take_one_turn, CYCLESCOPE_BELOW)) return;
    cyclescope_os_yield();
    expect(s_turns == 0, "a thread below the agent waits until the agent blocks");
    end_helper();
}

CYCLESCOPE_NEEDS(helper_ends_anywhere, either(CYCLESCOPE_HELPER_REFUSED, needs_turns()))
CYCLESCOPE_BENCH(helper_ends_anywhere,
                 .about = "a helper is taken away while it runs, and can start again",
                 CYCLESCOPE_PROMISE(helper_ends_anywhere))
{
    for (uint32_t n = 0; n < TURNS; ++n) {
        s_turns = 0;
        if (!start_helper(take_turns, CYCLESCOPE_BESIDE)) return;
        for (uint32_t turn = 0; turn < n; ++turn) cyclescope_os_yield();
        end_helper();
        const uint32_t turns = s_turns;
        cyclescope_os_yield();
        expect(s_turns == turns, "a helper that was taken away does not run any more");
    }
}

CYCLESCOPE_NEEDS(time_goes_forward, NULL)
CYCLESCOPE_BENCH(time_goes_forward, .about = "the system's time never goes backwards",
                 CYCLESCOPE_PROMISE(time_goes_forward))
{
    uint64_t before = cyclescope_os_time_us();
    for (uint32_t n = 0; n < READINGS; ++n) {
        const uint64_t now = cyclescope_os_time_us();
        expect(now >= before, "a later reading is not smaller");
        before = now;
    }
}

CYCLESCOPE_NEEDS(ticks_are_seen, NULL)
CYCLESCOPE_BENCH(ticks_are_seen, .about = "a tick is seen where it was, and nowhere else",
                 CYCLESCOPE_PROMISE(ticks_are_seen))
{
    const uint32_t start = cyclescope_clock_now();
    const uint32_t tick = cyclescope_os_ticks();
    const uint32_t before = cyclescope_clock_now();
    const bool passed = cyclescope_os_ticks() != tick;
    expect(passed || !cyclescope_os_tick_between(start, start), "no tick is in an empty window");
#ifdef CYCLESCOPE_OS_TICK_HZ
    while (cyclescope_os_ticks() == tick) {
    }
    const uint32_t after = cyclescope_clock_now();
    expect(cyclescope_os_tick_between(before, after), "the tick is in the window that it came in");
#else
    (void)before;
#endif
}

#define SLEEP_MS 3u

/** The kernel's clock may be as coarse as its tick. */
static void expect_slept(uint64_t before)
{
#ifdef CYCLESCOPE_OS_TICK_HZ
    const uint64_t tick_us = 1000000u / CYCLESCOPE_OS_TICK_HZ;
#else
    const uint64_t tick_us = 0;
#endif
    const uint64_t slept = cyclescope_os_time_us() - before;
    expect(slept + tick_us >= SLEEP_MS * 1000u, "a sleep is at most one tick too short");
}

static void sleep_both_ways(void)
{
    uint64_t before = cyclescope_os_time_us();
    cyclescope_os_sleep_ms(SLEEP_MS);
    expect_slept(before);
    before = cyclescope_os_time_us();
    cyclescope_os_delay_ms(SLEEP_MS);
    expect_slept(before);
}

CYCLESCOPE_NEEDS(sleeping_takes_time, CYCLESCOPE_SLEEP_REFUSED)
CYCLESCOPE_BENCH(sleeping_takes_time, .about = "a sleep and a delay are as long as asked for",
                 CYCLESCOPE_PROMISE(sleeping_takes_time))
{
    sleep_both_ways();
}
