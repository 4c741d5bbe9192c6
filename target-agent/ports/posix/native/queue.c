/**
 * The operations of families/queue/queue.c in POSIX's calls, typed out. Their twins in the suite `queue`
 * make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_queue"
#include "../../../families/queue/queue_round.h"

CYCLESCOPE_BENCH(send_receive, .about = "mq_send and mq_receive of 4 bytes", .iterations = 1000,
                 .max = CYCLESCOPE_MAX_ITEMS, .event_bytes = EVENT_BYTES_OF_A_PAIR,
                 .begin = create_for_one, .end = delete_empty)
{
    const uint32_t item = i;
    if (CYCLESCOPE_SELDOM(mq_send(s_queue.handle, (const char *)&item, sizeof item, 0) != 0 ||
                          mq_receive(s_queue.handle, (char *)&s_items[i], sizeof item, NULL) < 0)) {
        ++s_failures;
    }
}

CYCLESCOPE_BENCH(throughput_2t, .about = "mq_receive of 4 bytes that another thread sends",
                 .iterations = 1000, .max = CYCLESCOPE_MAX_ITEMS, .multiple = LENGTH_BETWEEN_TWO,
                 .event_bytes = EVENT_BYTES_OF_A_TURN, .begin = create_for_two,
                 .end = delete_for_two)
{
    if (CYCLESCOPE_SELDOM(mq_receive(s_queue.handle, (char *)&s_items[i], sizeof *s_items, NULL) <
                          0)) {
        ++s_failures;
    }
}

CYCLESCOPE_BENCH(create_destroy, .about = "mq_open of 8 items, mq_unlink and mq_close",
                 .iterations = 1000, .event_bytes = EVENT_BYTES_OF_CREATING, .begin = none_failed,
                 .end = created_queue_works)
{
    struct mq_attr attributes = {.mq_maxmsg = LENGTH_CREATED, .mq_msgsize = sizeof(uint32_t)};
    s_queue.handle =
        mq_open(cyclescope_posix_queue_name, O_RDWR | O_CREAT | O_EXCL, 0600, &attributes);
    if (CYCLESCOPE_SELDOM(s_queue.handle == (mqd_t)-1 ||
                          mq_unlink(cyclescope_posix_queue_name) != 0)) {
        ++s_failures;
    } else {
        mq_close(s_queue.handle);
    }
}
