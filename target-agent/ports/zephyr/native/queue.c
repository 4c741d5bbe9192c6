/**
 * The operations of families/queue/queue.c in Zephyr's own calls, typed out. Their twins in the suite `queue`
 * make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_queue"
#include "../../../families/queue/queue_round.h"

CYCLESCOPE_BENCH(send_receive, .about = "k_msgq_put and k_msgq_get of 4 bytes", .iterations = 1000,
                 .max = CYCLESCOPE_MAX_ITEMS, .event_bytes = EVENT_BYTES_OF_A_PAIR,
                 .begin = create_for_one, .end = delete_empty)
{
    const uint32_t item = i;
    if (CYCLESCOPE_SELDOM(k_msgq_put(&s_queue, &item, K_FOREVER) != 0 ||
                          k_msgq_get(&s_queue, &s_items[i], K_FOREVER) != 0)) {
        ++s_failures;
    }
}

CYCLESCOPE_BENCH(throughput_2t, .about = "k_msgq_get of 4 bytes that another thread sends",
                 .iterations = 1000, .max = CYCLESCOPE_MAX_ITEMS, .multiple = LENGTH_BETWEEN_TWO,
                 .event_bytes = EVENT_BYTES_OF_A_TURN, .begin = create_for_two,
                 .end = delete_for_two)
{
    if (CYCLESCOPE_SELDOM(k_msgq_get(&s_queue, &s_items[i], K_FOREVER) != 0)) ++s_failures;
}

CYCLESCOPE_BENCH(create_destroy, .about = "k_msgq_alloc_init of 8 items and k_msgq_cleanup",
                 .iterations = 1000, .event_bytes = EVENT_BYTES_OF_CREATING, .begin = none_failed,
                 .end = created_queue_works)
{
    if (CYCLESCOPE_SELDOM(k_msgq_alloc_init(&s_queue, sizeof(uint32_t), LENGTH_CREATED) != 0)) {
        ++s_failures;
    } else {
        k_msgq_cleanup(&s_queue);
    }
}
