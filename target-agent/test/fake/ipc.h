#ifndef CYCLESCOPE_FAKE_IPC_H
#define CYCLESCOPE_FAKE_IPC_H

#include <stdbool.h>
#include <stdint.h>

#define CYCLESCOPE_QUEUE_LENGTH_MAX 10u

typedef struct {
    bool exists;
    uint32_t item_bytes;
    uint32_t length;
    uint32_t count;
    uint32_t first;
    uint8_t items[1024];
} cyclescope_os_queue;
bool cyclescope_os_queue_create(cyclescope_os_queue *queue, uint32_t length, uint32_t item_bytes,
                                void *storage);
bool cyclescope_os_queue_create_on_heap(cyclescope_os_queue *queue, uint32_t length,
                                        uint32_t item_bytes);
bool cyclescope_os_queue_send(cyclescope_os_queue *queue, const void *item);
bool cyclescope_os_queue_receive(cyclescope_os_queue *queue, void *item);
uint32_t cyclescope_os_queue_count(cyclescope_os_queue *queue);
void cyclescope_os_queue_delete(cyclescope_os_queue *queue);

/** A queue of bytes. */
typedef struct {
    cyclescope_os_queue bytes;
} cyclescope_os_stream;
#define CYCLESCOPE_STREAM_STORAGE(bytes) (bytes)
bool cyclescope_os_stream_create(cyclescope_os_stream *stream, uint32_t bytes, void *storage);
uint32_t cyclescope_os_stream_send(cyclescope_os_stream *stream, const void *data, uint32_t bytes);
uint32_t cyclescope_os_stream_receive(cyclescope_os_stream *stream, void *data, uint32_t bytes);
void cyclescope_os_stream_delete(cyclescope_os_stream *stream);

typedef struct {
    bool exists;
    bool active;
    void (*expired)(void *argument);
    void *argument;
} cyclescope_os_timer;
bool cyclescope_os_timer_create(cyclescope_os_timer *timer, uint32_t seconds,
                                void (*expired)(void *argument), void *argument);
bool cyclescope_os_timer_start(cyclescope_os_timer *timer);
bool cyclescope_os_timer_stop(cyclescope_os_timer *timer);
bool cyclescope_os_timer_is_active(cyclescope_os_timer *timer);
void cyclescope_os_timer_delete(cyclescope_os_timer *timer);

typedef struct {
    bool exists;
    uint32_t bits;
} cyclescope_os_eventgroup;
bool cyclescope_os_eventgroup_create(cyclescope_os_eventgroup *group);
void cyclescope_os_eventgroup_set(cyclescope_os_eventgroup *group, uint32_t bits);
uint32_t cyclescope_os_eventgroup_get(cyclescope_os_eventgroup *group);
void cyclescope_os_eventgroup_clear(cyclescope_os_eventgroup *group, uint32_t bits);
void cyclescope_os_eventgroup_delete(cyclescope_os_eventgroup *group);

/** Work that runs as soon as it is submitted. */
typedef struct {
    bool exists;
    void (*run)(void *argument);
    void *argument;
} cyclescope_os_work;
bool cyclescope_os_workqueue_start(cyclescope_os_work *work, void (*run)(void *argument),
                                   void *argument);
bool cyclescope_os_workqueue_submit(cyclescope_os_work *work);
void cyclescope_os_workqueue_stop(cyclescope_os_work *work);

#endif
