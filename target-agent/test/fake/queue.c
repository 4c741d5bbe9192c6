/** Queues of items and streams of bytes, which really pass their contents. */
#include <string.h>

#include "check.h"
#include "cyclescope_os.h"
#include "fake.h"

fake_ipc_state fake_ipc;

static bool has_items(const void *object) { return ((const cyclescope_os_queue *)object)->count; }

static bool has_room(const void *object)
{
    const cyclescope_os_queue *queue = object;
    return queue->count < queue->length;
}

static uint8_t *place(cyclescope_os_queue *queue, uint32_t number)
{
    return &queue->items[(queue->first + number) % queue->length * queue->item_bytes];
}

static void put(cyclescope_os_queue *queue, const void *item)
{
    uint8_t *to = place(queue, queue->count++);
    memcpy(to, item, queue->item_bytes);
    if (fake_ipc.sent == fake_ipc.changed) *to ^= 1u;
}

static void take(cyclescope_os_queue *queue, void *item)
{
    memcpy(item, place(queue, 0), queue->item_bytes);
    queue->first = (queue->first + 1u) % queue->length;
    queue->count -= 1;
}

bool cyclescope_os_queue_create(cyclescope_os_queue *queue, uint32_t length, uint32_t item_bytes,
                                void *storage)
{
    (void)storage;
    CHECK(!queue->exists && length * item_bytes <= sizeof queue->items);
    if (fake_os.objects >= fake_os.objects_fail_from) return false;
    fake_os.objects += 1;
    queue->exists = true;
    queue->length = length;
    queue->item_bytes = item_bytes;
    queue->count = queue->first = 0;
    return true;
}

bool cyclescope_os_queue_create_on_heap(cyclescope_os_queue *queue, uint32_t length,
                                        uint32_t item_bytes)
{
    return fake_found_memory() && cyclescope_os_queue_create(queue, length, item_bytes, NULL);
}

bool cyclescope_os_queue_send(cyclescope_os_queue *queue, const void *item)
{
    CHECK(queue->exists);
    if (!fake_may_wait()) return false;
    fake_wait(has_room, queue);
    if (fake_ipc.sent != fake_ipc.lost) put(queue, item);
    if (fake_ipc.sent == fake_ipc.doubled) put(queue, item);
    fake_ipc.sent += 1;
    fake_ready();
    return true;
}

bool cyclescope_os_queue_receive(cyclescope_os_queue *queue, void *item)
{
    CHECK(queue->exists);
    if (!fake_may_wait()) return false;
    fake_wait(has_items, queue);
    take(queue, item);
    fake_ready();
    return true;
}

uint32_t cyclescope_os_queue_count(cyclescope_os_queue *queue) { return queue->count; }

void cyclescope_os_queue_delete(cyclescope_os_queue *queue)
{
    CHECK(queue->exists);
    queue->exists = false;
    fake_os.objects -= 1;
}

/** The number of free bytes that the sender waits for. */
static uint32_t s_wanted;

static bool has_enough_room(const void *object)
{
    const cyclescope_os_queue *queue = object;
    return queue->length - queue->count >= s_wanted;
}

bool cyclescope_os_stream_create(cyclescope_os_stream *stream, uint32_t bytes, void *storage)
{
    return cyclescope_os_queue_create(&stream->bytes, bytes, 1, storage);
}

uint32_t cyclescope_os_stream_send(cyclescope_os_stream *stream, const void *data, uint32_t bytes)
{
    if (!fake_may_wait()) return 0;
    s_wanted = bytes;
    fake_wait(has_enough_room, &stream->bytes);
    for (uint32_t i = 0; i < bytes; ++i) {
        if (fake_ipc.sent != fake_ipc.lost) put(&stream->bytes, (const uint8_t *)data + i);
        fake_ipc.sent += 1;
    }
    fake_ready();
    return bytes;
}

uint32_t cyclescope_os_stream_receive(cyclescope_os_stream *stream, void *data, uint32_t bytes)
{
    if (!fake_may_wait()) return 0;
    fake_wait(has_items, &stream->bytes);
    uint32_t taken = 0;
    while (taken < bytes && stream->bytes.count) take(&stream->bytes, (uint8_t *)data + taken++);
    fake_ready();
    return taken;
}

void cyclescope_os_stream_delete(cyclescope_os_stream *stream)
{
    cyclescope_os_queue_delete(&stream->bytes);
}
