/** The kernel's message queue (mq_open), the only queue in POSIX. */
#ifndef CYCLESCOPE_QUEUE_CALLS_H
#define CYCLESCOPE_QUEUE_CALLS_H

#include <fcntl.h>
#include <mqueue.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cyclescope/inline.h"

/** Tries to open a queue; returns the reason why this kernel has none, or NULL. */
const char *cyclescope_posix_try_queue(void);
#define CYCLESCOPE_QUEUE_REFUSED cyclescope_posix_try_queue()
/** Name of this process's queue; there is one at a time. */
extern char cyclescope_posix_queue_name[];

/** Linux's limit for unprivileged processes. */
#define CYCLESCOPE_QUEUE_LENGTH_MAX 10u

typedef struct {
    mqd_t handle;
    size_t item_bytes;
} cyclescope_os_queue;

/** Creates a queue by name and unlinks the name at once: an open queue does not need it. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_create_on_heap(cyclescope_os_queue *queue,
                                                          uint32_t length, uint32_t item_bytes)
{
    struct mq_attr attributes = {.mq_maxmsg = (long)length, .mq_msgsize = (long)item_bytes};
    queue->item_bytes = item_bytes;
    queue->handle =
        mq_open(cyclescope_posix_queue_name, O_RDWR | O_CREAT | O_EXCL, 0600, &attributes);
    return queue->handle != (mqd_t)-1 && mq_unlink(cyclescope_posix_queue_name) == 0;
}

/** The storage is the kernel's in any case. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_create(cyclescope_os_queue *queue, uint32_t length,
                                                  uint32_t item_bytes, void *storage)
{
    (void)storage;
    return cyclescope_os_queue_create_on_heap(queue, length, item_bytes);
}

/** Appends an item; waits while the queue is full. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_send(cyclescope_os_queue *queue, const void *item)
{
    return mq_send(queue->handle, (const char *)item, queue->item_bytes, 0) == 0;
}
/** Removes the oldest item; waits while the queue is empty. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_receive(cyclescope_os_queue *queue, void *item)
{
    return mq_receive(queue->handle, (char *)item, queue->item_bytes, NULL) >= 0;
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_queue_count(cyclescope_os_queue *queue)
{
    struct mq_attr attributes = {0};
    (void)mq_getattr(queue->handle, &attributes);
    return (uint32_t)attributes.mq_curmsgs;
}
CYCLESCOPE_INLINE void cyclescope_os_queue_delete(cyclescope_os_queue *queue)
{
    (void)mq_close(queue->handle);
}

#endif
