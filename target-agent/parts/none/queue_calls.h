/** For systems without queues: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_QUEUE_CALLS_H
#define CYCLESCOPE_NO_QUEUE_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"

#define CYCLESCOPE_QUEUE_LENGTH_MAX UINT32_MAX

typedef struct {
    bool exists;
} cyclescope_os_queue;

CYCLESCOPE_INLINE bool cyclescope_os_queue_create(cyclescope_os_queue *queue, uint32_t length,
                                                  uint32_t item_bytes, void *storage)
{
    (void)queue;
    (void)length;
    (void)item_bytes;
    (void)storage;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_queue_create_on_heap(cyclescope_os_queue *queue,
                                                          uint32_t length, uint32_t item_bytes)
{
    (void)queue;
    (void)length;
    (void)item_bytes;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_queue_send(cyclescope_os_queue *queue, const void *item)
{
    (void)queue;
    (void)item;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_queue_receive(cyclescope_os_queue *queue, void *item)
{
    (void)queue;
    (void)item;
    return false;
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_queue_count(cyclescope_os_queue *queue)
{
    (void)queue;
    return 0;
}
CYCLESCOPE_INLINE void cyclescope_os_queue_delete(cyclescope_os_queue *queue) { (void)queue; }

#endif
