/**
 * Queue, as oveRTOS's tables for Zephyr name it (suite queue); lengths are those of the program behind
 * the tables: items of 32 bits, 16 of them for one thread and 64 between two, or as many as the system
 * allows.
 *
 * send_receive: a thread sends an item to an empty queue and receives it; no thread waits.
 *
 * throughput_2t: a second thread of the same priority sends as fast as the queue accepts; a sample is
 * one receive. Most find an item. Once per queue length one waits while the other thread fills the
 * queue: two switches, which all share. So the mean is the cost of an item, and a batch holds a full
 * queue. Items are consecutive numbers; receiving them in order proves each hand-over.
 *
 * create_destroy: a queue of 8 items whose memory the system allocates.
 */
#include "queue_round.h"

CYCLESCOPE_BENCH(send_receive, .about = "send 4 bytes to an empty queue and receive them",
                 .iterations = 1000, .max = CYCLESCOPE_MAX_ITEMS,
                 .event_bytes = EVENT_BYTES_OF_A_PAIR, .begin = create_for_one, .end = delete_empty)
{
    const uint32_t item = i;
    if (CYCLESCOPE_SELDOM(!cyclescope_os_queue_send(&s_queue, &item) ||
                          !cyclescope_os_queue_receive(&s_queue, &s_items[i]))) {
        ++s_failures;
    }
}

CYCLESCOPE_BENCH(throughput_2t,
                 .about =
                     "receive 4 bytes that another thread sends as fast as the queue takes "
                     "them; the mean is the cost of one item",
                 .iterations = 1000, .max = CYCLESCOPE_MAX_ITEMS, .multiple = LENGTH_BETWEEN_TWO,
                 .event_bytes = EVENT_BYTES_OF_A_TURN, .begin = create_for_two,
                 .end = delete_for_two)
{
    if (CYCLESCOPE_SELDOM(!cyclescope_os_queue_receive(&s_queue, &s_items[i]))) ++s_failures;
}

CYCLESCOPE_BENCH(create_destroy, .about = "create a queue of 8 items on the heap and delete it",
                 .iterations = 1000, .event_bytes = EVENT_BYTES_OF_CREATING, .begin = none_failed,
                 .end = created_queue_works)
{
    if (CYCLESCOPE_SELDOM(
            !cyclescope_os_queue_create_on_heap(&s_queue, LENGTH_CREATED, sizeof(uint32_t)))) {
        ++s_failures;
    } else {
        cyclescope_os_queue_delete(&s_queue);
    }
}
