/**
 * The operations of families/queue/queue.c in FreeRTOS's own calls, typed out. Their twins in the suite `queue`
 * make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_queue"
#include "../../../families/queue/queue_round.h"

CYCLESCOPE_BENCH(send_receive, .about = "xQueueSend and xQueueReceive of 4 bytes",
                 .iterations = 1000, .max = CYCLESCOPE_MAX_ITEMS,
                 .event_bytes = EVENT_BYTES_OF_A_PAIR, .begin = create_for_one, .end = delete_empty)
{
    const uint32_t item = i;
    if (CYCLESCOPE_SELDOM(xQueueSend(s_queue.handle, &item, portMAX_DELAY) != pdTRUE ||
                          xQueueReceive(s_queue.handle, &s_items[i], portMAX_DELAY) != pdTRUE)) {
        ++s_failures;
    }
}

CYCLESCOPE_BENCH(throughput_2t, .about = "xQueueReceive of 4 bytes that another thread sends",
                 .iterations = 1000, .max = CYCLESCOPE_MAX_ITEMS, .multiple = LENGTH_BETWEEN_TWO,
                 .event_bytes = EVENT_BYTES_OF_A_TURN, .begin = create_for_two,
                 .end = delete_for_two)
{
    if (CYCLESCOPE_SELDOM(xQueueReceive(s_queue.handle, &s_items[i], portMAX_DELAY) != pdTRUE)) {
        ++s_failures;
    }
}

CYCLESCOPE_BENCH(create_destroy, .about = "xQueueCreate of 8 items and vQueueDelete",
                 .iterations = 1000, .event_bytes = EVENT_BYTES_OF_CREATING, .begin = none_failed,
                 .end = created_queue_works)
{
#if configSUPPORT_DYNAMIC_ALLOCATION
    s_queue.handle = xQueueCreate(LENGTH_CREATED, sizeof(uint32_t));
    if (CYCLESCOPE_SELDOM(!s_queue.handle)) {
        ++s_failures;
    } else {
        vQueueDelete(s_queue.handle);
    }
#endif
}
