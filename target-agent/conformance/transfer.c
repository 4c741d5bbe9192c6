/** Queues, streams, event groups, timers and work queues. */
#include <string.h>

#include "conformance.h"

#define SHORTEST 8u
#define ITEMS (SHORTEST + 4u)

static cyclescope_os_queue s_queue;
static uint32_t s_storage[SHORTEST];
static volatile uint32_t s_sent;
static volatile uint32_t s_done;

static void expect_received(uint32_t expected)
{
    uint32_t item = ~expected;
    expect(cyclescope_os_queue_receive(&s_queue, &item), "an item can be received");
    expect(item == expected, "items arrive whole and in order");
}

static void check_queue(void)
{
    expect(cyclescope_os_queue_count(&s_queue) == 0, "a new queue is empty");
    for (uint32_t n = 0; n < SHORTEST; ++n) {
        uint32_t item = 100u + n;
        expect(cyclescope_os_queue_send(&s_queue, &item), "an item can be sent");
        item = 0;
    }
    expect(cyclescope_os_queue_count(&s_queue) == SHORTEST, "it counts its items");
    for (uint32_t n = 0; n + 1u < SHORTEST; ++n) expect_received(100u + n);
    expect(cyclescope_os_queue_count(&s_queue) == 1u, "it counts what is left");
    cyclescope_os_queue_delete(&s_queue);
}

CYCLESCOPE_NEEDS(queues_keep_order, CYCLESCOPE_QUEUE_REFUSED)
CYCLESCOPE_BENCH(queues_keep_order, .about = "a queue copies its items and keeps their order",
                 CYCLESCOPE_PROMISE(queues_keep_order))
{
    expect(SHORTEST <= CYCLESCOPE_QUEUE_LENGTH_MAX, "a queue may hold eight items");
    for (uint32_t round = 0; round < 2u; ++round) {
        if (!cyclescope_os_queue_create(&s_queue, SHORTEST, sizeof(uint32_t), s_storage)) {
            expect(false, "a queue can be created in the memory of a deleted one");
            return;
        }
        check_queue();
    }
}

CYCLESCOPE_NEEDS(queues_on_the_heap,
                 either(CYCLESCOPE_QUEUE_REFUSED, CYCLESCOPE_QUEUE_HEAP_REFUSED))
CYCLESCOPE_BENCH(queues_on_the_heap, .about = "a queue in the system's memory works like any other",
                 CYCLESCOPE_PROMISE(queues_on_the_heap))
{
    if (!cyclescope_os_queue_create_on_heap(&s_queue, SHORTEST, sizeof(uint32_t))) {
        expect(false, "a queue can be created");
        return;
    }
    check_queue();
}

static void send_all(void *unused)
{
    (void)unused;
    for (uint32_t n = 0; n < ITEMS; ++n) {
        const uint32_t item = n;
        expect(cyclescope_os_queue_send(&s_queue, &item), "a full queue can be waited for");
        s_sent += 1u;
    }
}

CYCLESCOPE_NEEDS(queues_wait, either(CYCLESCOPE_QUEUE_REFUSED, CYCLESCOPE_HELPER_REFUSED))
CYCLESCOPE_BENCH(queues_wait, .about = "a full queue is waited for, and an empty one",
                 CYCLESCOPE_PROMISE(queues_wait))
{
    s_sent = 0;
    if (!cyclescope_os_queue_create(&s_queue, SHORTEST, sizeof(uint32_t), s_storage)) {
        expect(false, "a queue can be created");
        return;
    }
    if (start_helper(send_all, CYCLESCOPE_BESIDE)) {
        for (uint32_t n = 0; n < ITEMS; ++n) {
            expect_received(n);
            expect(s_sent <= n + 1u + SHORTEST, "no more is sent than the queue holds");
        }
        expect(cyclescope_os_queue_count(&s_queue) == 0, "all items have been received");
        end_helper();
    }
    cyclescope_os_queue_delete(&s_queue);
}

#define STREAM_BYTES 64u

static cyclescope_os_stream s_stream;
static uint8_t s_stream_storage[CYCLESCOPE_STREAM_STORAGE(STREAM_BYTES)];
static uint8_t s_bytes[STREAM_BYTES];

static void fill(void)
{
    for (uint32_t n = 0; n < STREAM_BYTES; ++n) s_bytes[n] = (uint8_t)(n * 7u + 1u);
}

/** Receives until `bytes` have arrived, and compares them. */
static void expect_bytes(uint32_t bytes)
{
    uint8_t received[STREAM_BYTES] = {0};
    uint32_t count = 0;
    while (count < bytes) {
        const uint32_t piece =
            cyclescope_os_stream_receive(&s_stream, received + count, bytes - count);
        expect(piece > 0 && piece <= bytes - count, "no more is received than asked for");
        if (piece == 0 || piece > bytes - count) return;
        count += piece;
    }
    expect(memcmp(received, s_bytes, bytes) == 0, "bytes arrive unchanged and in order");
}

CYCLESCOPE_NEEDS(streams_keep_order, CYCLESCOPE_STREAM_REFUSED)
CYCLESCOPE_BENCH(streams_keep_order,
                 .about = "a stream holds as much as asked for and keeps its order",
                 CYCLESCOPE_PROMISE(streams_keep_order))
{
    fill();
    for (uint32_t round = 0; round < 2u; ++round) {
        if (!cyclescope_os_stream_create(&s_stream, STREAM_BYTES, s_stream_storage)) {
            expect(false, "a stream can be created in the memory of a deleted one");
            return;
        }
        expect(cyclescope_os_stream_send(&s_stream, s_bytes, STREAM_BYTES) == STREAM_BYTES,
               "an empty stream takes all");
        expect_bytes(STREAM_BYTES);
        cyclescope_os_stream_delete(&s_stream);
    }
}

static void send_bytes(void *unused)
{
    (void)unused;
    s_sent += cyclescope_os_stream_send(&s_stream, s_bytes, STREAM_BYTES / 2u);
}

CYCLESCOPE_NEEDS(streams_wait, either(CYCLESCOPE_STREAM_REFUSED, CYCLESCOPE_HELPER_REFUSED))
CYCLESCOPE_BENCH(streams_wait, .about = "an empty stream is waited for",
                 CYCLESCOPE_PROMISE(streams_wait))
{
    fill();
    s_sent = 0;
    if (!cyclescope_os_stream_create(&s_stream, STREAM_BYTES, s_stream_storage)) {
        expect(false, "a stream can be created");
        return;
    }
    if (start_helper(send_bytes, CYCLESCOPE_BESIDE)) {
        expect_bytes(STREAM_BYTES / 2u);
        end_helper();
    }
    cyclescope_os_stream_delete(&s_stream);
}

#define A_DAY (24u * 60u * 60u)

static cyclescope_os_timer s_timer;

static void count_done(void *counter) { *(volatile uint32_t *)counter += 1u; }

CYCLESCOPE_NEEDS(timers_start_and_stop, CYCLESCOPE_TIMER_REFUSED)
CYCLESCOPE_BENCH(timers_start_and_stop, .about = "a timer runs from its start to its stop",
                 CYCLESCOPE_PROMISE(timers_start_and_stop))
{
    s_done = 0;
    if (!cyclescope_os_timer_create(&s_timer, A_DAY, count_done, (void *)&s_done)) {
        expect(false, "a timer can be created");
        return;
    }
    expect(!cyclescope_os_timer_is_active(&s_timer), "a new timer does not run");
    for (uint32_t round = 0; round < 2u; ++round) {
        expect(cyclescope_os_timer_start(&s_timer), "a timer can be started");
        expect(cyclescope_os_timer_is_active(&s_timer), "a started timer runs");
        expect(cyclescope_os_timer_stop(&s_timer), "a timer can be stopped");
        expect(!cyclescope_os_timer_is_active(&s_timer), "a stopped timer does not run");
    }
    cyclescope_os_timer_delete(&s_timer);
    expect(s_done == 0, "a stopped timer does not expire");
}

static cyclescope_os_eventgroup s_group;

CYCLESCOPE_NEEDS(eventgroups_keep_bits, CYCLESCOPE_EVENTGROUP_REFUSED)
CYCLESCOPE_BENCH(eventgroups_keep_bits, .about = "setting and clearing bits leaves the others",
                 CYCLESCOPE_PROMISE(eventgroups_keep_bits))
{
    const uint32_t highest = 1u << 23;
    if (!cyclescope_os_eventgroup_create(&s_group)) {
        expect(false, "an event group can be created");
        return;
    }
    expect(cyclescope_os_eventgroup_get(&s_group) == 0, "a new group has no bit set");
    cyclescope_os_eventgroup_set(&s_group, 5u | highest);
    cyclescope_os_eventgroup_set(&s_group, 2u);
    expect(cyclescope_os_eventgroup_get(&s_group) == (7u | highest), "all set bits are read");
    cyclescope_os_eventgroup_clear(&s_group, 4u);
    expect(cyclescope_os_eventgroup_get(&s_group) == (3u | highest), "one bit alone is cleared");
    cyclescope_os_eventgroup_delete(&s_group);
}

#define SUBMISSIONS 3u

static cyclescope_os_work s_work;
static cyclescope_os_sem s_worked;

static void do_work(void *counter)
{
    count_done(counter);
    (void)cyclescope_os_sem_give(&s_worked);
}

CYCLESCOPE_NEEDS(work_is_done_once, either(CYCLESCOPE_WORKQUEUE_REFUSED, CYCLESCOPE_SEM_REFUSED))
CYCLESCOPE_BENCH(work_is_done_once,
                 .about = "submitted work is done once, and all of it before the stop",
                 CYCLESCOPE_PROMISE(work_is_done_once))
{
    s_done = 0;
    if (!cyclescope_os_sem_create(&s_worked, 0, 1)) {
        expect(false, "a semaphore can be created");
        return;
    }
    if (cyclescope_os_workqueue_start(&s_work, do_work, (void *)&s_done)) {
        for (uint32_t n = 1; n <= SUBMISSIONS; ++n) {
            expect(cyclescope_os_workqueue_submit(&s_work), "work can be submitted");
            cyclescope_os_sem_take(&s_worked);
            expect(s_done == n, "work is done once for each submission");
        }
        cyclescope_os_workqueue_stop(&s_work);
        expect(s_done == SUBMISSIONS, "nothing is done twice");
    } else {
        expect(false, "a work queue can be started");
    }
    cyclescope_os_sem_delete(&s_worked);
}
