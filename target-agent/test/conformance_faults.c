/**
 * Checks that the conformance test detects broken promises: the fake system breaks one at a time.
 */
#include <stdlib.h>

#include "check.h"
#include "fake.h"
#include "registry.h"

static const cyclescope_bench *find_promise(const char *op)
{
    for (const cyclescope_bench *bench = cyclescope_registry_begin();
         bench < cyclescope_registry_end(); ++bench) {
        if (!strcmp(bench->op, op)) return bench;
    }
    abort();
}

/** Checks one promise and returns how it was broken, or NULL. */
static const char *broken(const char *op)
{
    const cyclescope_bench *bench = find_promise(op);
    cyclescope_sample sample;
    cyclescope_run run = {.round = 1, .count = 1, .store = &sample};
    CHECK_TEXT(bench->begin(&run), NULL);
    bench->sample(&run);
    return bench->end(&run);
}

TEST(a_thread_that_runs_too_early_is_detected)
{
    fake_reset();
    fake_os.runs_early = 0;
    CHECK_TEXT(broken("threads_run_below"), "a yield does not let a thread of lower priority run");
}

TEST(a_thread_that_never_runs_is_detected)
{
    fake_reset();
    fake_os.never_runs = 1;
    CHECK_TEXT(broken("threads_run_once"),
               "a joined thread has run its entry once, with its argument");
}

TEST(a_thread_that_changes_its_identity_is_detected)
{
    fake_reset();
    fake_os.changes_names = true;
    CHECK_TEXT(broken("threads_differ"), "a thread's identity does not change");
}

TEST(a_yield_to_lower_threads_is_detected)
{
    fake_reset();
    fake_os.yields_to_any = true;
    CHECK_TEXT(broken("lower_waits"), "a thread below the agent waits until the agent blocks");
}

TEST(a_yield_without_a_switch_is_detected)
{
    fake_reset();
    fake_os.yields_fail_from = 2;
    CHECK_TEXT(broken("yield_passes_the_turn"), "a yield lets the other thread have one turn");
}

TEST(a_heap_that_loses_blocks_is_detected)
{
    fake_reset();
    fake_os.leaks = 4;
    CHECK_TEXT(broken("heap_blocks_are_apart"), "an exact heap counts what is freed");
}

TEST(a_mutex_without_exclusion_is_detected)
{
    fake_reset();
    fake_os.stuck = true;
    CHECK_TEXT(broken("mutexes_exclude"), "a held mutex keeps the other thread out");
}

TEST(a_failed_unlock_is_detected)
{
    fake_reset();
    fake_os.unlocks_fail_from = 0;
    CHECK_TEXT(broken("mutexes_are_held"), "its owner can unlock it");
}

TEST(a_recursive_mutex_that_stays_locked_is_detected)
{
    fake_reset();
    fake_os.keeps_one_lock = true;
    CHECK_TEXT(broken("recursive_mutexes_count"),
               "unlocking it more often than it was locked is refused");
}

TEST(a_semaphore_that_loses_gives_is_detected)
{
    fake_reset();
    fake_os.loses_gives = true;
    CHECK_TEXT(broken("semaphores_overflow"), NULL);
    CHECK_TEXT(broken("semaphores_count"), "it holds what it was given");
}

TEST(a_changed_item_is_detected)
{
    fake_reset();
    fake_ipc.changed = 3;
    CHECK_TEXT(broken("queues_keep_order"), "items arrive whole and in order");
}

TEST(changed_bytes_are_detected)
{
    fake_reset();
    fake_ipc.changed = 3;
    CHECK_TEXT(broken("streams_keep_order"), "bytes arrive unchanged and in order");
}

TEST(a_stopped_timer_that_expires_is_detected)
{
    fake_reset();
    fake_ipc.expires = true;
    CHECK_TEXT(broken("timers_start_and_stop"), "a stopped timer does not expire");
}

TEST(clearing_too_many_bits_is_detected)
{
    fake_reset();
    fake_ipc.clears_all = true;
    CHECK_TEXT(broken("eventgroups_keep_bits"), "one bit alone is cleared");
}

TEST(work_that_runs_twice_is_detected)
{
    fake_reset();
    fake_ipc.works_once_more = true;
    CHECK_TEXT(broken("work_is_done_once"), "nothing is done twice");
}

TEST(an_interrupt_that_runs_twice_is_detected)
{
    fake_reset();
    fake_interrupt.doubled = 1;
    CHECK_TEXT(broken("interrupts_are_served"), "the handler has run when the request returns");
}

TEST(a_lost_resumption_is_detected)
{
    fake_reset();
    fake_interrupt.resume_lost = 1;
    CHECK_TEXT(broken("handlers_resume"), "each resumption lets the thread run once");
}

TEST(an_unavailable_interrupt_is_reported_with_the_reason)
{
    fake_reset();
    fake_interrupt.refused = "all interrupts are in use";
    CHECK_TEXT(broken("interrupts_are_served"), "all interrupts are in use");
}
