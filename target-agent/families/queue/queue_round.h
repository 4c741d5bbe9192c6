/** Sets up and checks queues around a round, for every interface under test. */
#ifndef CYCLESCOPE_BENCHES_QUEUE_ROUND_H
#define CYCLESCOPE_BENCHES_QUEUE_ROUND_H

#include "cyclescope/bench.h"
#include "../common/helper.h"

/** Items that are received before they are checked. */
#ifndef CYCLESCOPE_MAX_ITEMS
#define CYCLESCOPE_MAX_ITEMS 256u
#endif

#define SHORTER(length) \
    ((length) < CYCLESCOPE_QUEUE_LENGTH_MAX ? (length) : CYCLESCOPE_QUEUE_LENGTH_MAX)
#define LENGTH_OF_ONE SHORTER(16u)
#define LENGTH_BETWEEN_TWO SHORTER(64u)
#define LENGTH_CREATED SHORTER(8u)
#define NEVER_SENT UINT32_MAX

/* A block of receives may contain one turn of the other thread, which records every send. */
#define EVENT_BYTES_OF_A_PAIR 128u
#define EVENT_BYTES_OF_A_TURN 128u
/* POSIX's queues on Zephyr consist of many kernel calls. */
#define EVENT_BYTES_OF_CREATING 1280u

static cyclescope_os_queue s_queue;
static uint32_t s_storage[LENGTH_BETWEEN_TWO];
static uint32_t s_items[CYCLESCOPE_MAX_ITEMS];
static uint32_t s_produced;
static uint32_t s_failures;

static const char *create(const cyclescope_run *run, uint32_t length)
{
    const char *refused = CYCLESCOPE_QUEUE_REFUSED;
    if (refused) return refused;
    cyclescope_os_make_threaded();
    s_failures = 0;
    for (uint32_t i = 0; i < run->round; ++i) s_items[i] = NEVER_SENT;
    if (cyclescope_os_queue_create(&s_queue, length, sizeof *s_items, s_storage)) return NULL;
    return "the queue could not be created";
}

static const char *judge(const cyclescope_run *run)
{
    if (s_failures) return "a send or receive was refused";
    for (uint32_t i = 0; i < run->first + run->count; ++i) {
        if (s_items[i] != i) return "an item was lost, changed or out of order";
    }
    return NULL;
}

static const char *create_for_one(cyclescope_run *run) { return create(run, LENGTH_OF_ONE); }

static const char *delete_empty(cyclescope_run *run)
{
    const uint32_t left = cyclescope_os_queue_count(&s_queue);
    cyclescope_os_queue_delete(&s_queue);
    const char *wrong = judge(run);
    if (wrong) return wrong;
    return left ? "an item was left in the queue" : NULL;
}

static void produce(void *unused)
{
    (void)unused;
    while (cyclescope_os_queue_send(&s_queue, &s_produced)) ++s_produced;
    ++s_failures;
}

static const char *create_for_two(cyclescope_run *run)
{
    const char *reason = create(run, LENGTH_BETWEEN_TWO);
    if (reason) return reason;
    s_produced = 0;
    reason = cyclescope_helper_start(produce, CYCLESCOPE_BESIDE);
    if (reason) cyclescope_os_queue_delete(&s_queue);
    return reason;
}

static const char *delete_for_two(cyclescope_run *run)
{
    cyclescope_helper_end();
    cyclescope_os_queue_delete(&s_queue);
    return judge(run);
}

static const char *none_failed(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_QUEUE_REFUSED;
    if (!refused) refused = CYCLESCOPE_QUEUE_HEAP_REFUSED;
    if (!refused) cyclescope_os_make_threaded();
    s_failures = 0;
    return refused;
}

/** The pair has no place for a check of its own: the last queue of a round passes an item. */
static const char *created_queue_works(cyclescope_run *run)
{
    (void)run;
    const uint32_t sent = 1;
    if (s_failures || !cyclescope_os_queue_create_on_heap(&s_queue, LENGTH_CREATED, sizeof sent)) {
        return "a queue could not be created";
    }
    uint32_t received = NEVER_SENT;
    const bool passed = cyclescope_os_queue_send(&s_queue, &sent) &&
                        cyclescope_os_queue_receive(&s_queue, &received);
    cyclescope_os_queue_delete(&s_queue);
    return passed && received == sent ? NULL : "a created queue does not carry an item";
}

#endif
