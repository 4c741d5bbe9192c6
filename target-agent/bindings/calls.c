/** The kernel's operations, which are inline functions and macros, as functions for other languages. */
#include "cyclescope/bench.h"

#define CYCLESCOPE_CALL(type, thing, verb)                          \
    type cyclescope_call_##thing##_##verb(cyclescope_os_##thing *); \
    type cyclescope_call_##thing##_##verb(cyclescope_os_##thing *object)

#define CYCLESCOPE_CALL_AS_IT_IS(type, thing, verb) \
    CYCLESCOPE_CALL(type, thing, verb) { return cyclescope_os_##thing##_##verb(object); }
#define CYCLESCOPE_CALL_OF_NOTHING(thing, verb) \
    CYCLESCOPE_CALL(void, thing, verb) { cyclescope_os_##thing##_##verb(object); }

CYCLESCOPE_CALL_AS_IT_IS(bool, mutex, new)
CYCLESCOPE_CALL_AS_IT_IS(bool, mutex, lock)
CYCLESCOPE_CALL_AS_IT_IS(bool, mutex, unlock)
CYCLESCOPE_CALL_OF_NOTHING(mutex, delete)
CYCLESCOPE_CALL_AS_IT_IS(bool, recursive_mutex, lock)
CYCLESCOPE_CALL_AS_IT_IS(bool, recursive_mutex, unlock)
CYCLESCOPE_CALL(bool, sem, new) { return cyclescope_os_sem_new(object, 1, 1); }
CYCLESCOPE_CALL_AS_IT_IS(bool, sem, take)
CYCLESCOPE_CALL_AS_IT_IS(bool, sem, give)
CYCLESCOPE_CALL_OF_NOTHING(sem, delete)
CYCLESCOPE_CALL_AS_IT_IS(bool, event, wait)

bool cyclescope_call_condvar_wait(cyclescope_os_condvar *condvar, cyclescope_os_mutex *mutex);
bool cyclescope_call_condvar_wait(cyclescope_os_condvar *condvar, cyclescope_os_mutex *mutex)
{
    return cyclescope_os_condvar_wait(condvar, mutex);
}

CYCLESCOPE_CALL_AS_IT_IS(bool, thread, new)
CYCLESCOPE_CALL_OF_NOTHING(thread, dispose)

void cyclescope_call_yield(void);
void cyclescope_call_yield(void) { cyclescope_os_yield(); }
cyclescope_os_thread_id cyclescope_call_self(void);
cyclescope_os_thread_id cyclescope_call_self(void) { return cyclescope_os_thread_self(); }
uint64_t cyclescope_call_time_us(void);
uint64_t cyclescope_call_time_us(void) { return cyclescope_os_time_us(); }
void cyclescope_call_delay_ms(uint32_t ms);
void cyclescope_call_delay_ms(uint32_t ms) { cyclescope_os_delay_ms(ms); }
void cyclescope_call_sleep_ms(uint32_t ms);
void cyclescope_call_sleep_ms(uint32_t ms) { cyclescope_os_sleep_ms(ms); }

bool cyclescope_call_queue_new(cyclescope_os_queue *queue, uint32_t length, uint32_t item_bytes);
bool cyclescope_call_queue_new(cyclescope_os_queue *queue, uint32_t length, uint32_t item_bytes)
{
    return cyclescope_os_queue_create_on_heap(queue, length, item_bytes);
}
bool cyclescope_call_queue_send(cyclescope_os_queue *queue, const void *item);
bool cyclescope_call_queue_send(cyclescope_os_queue *queue, const void *item)
{
    return cyclescope_os_queue_send(queue, item);
}
bool cyclescope_call_queue_receive(cyclescope_os_queue *queue, void *item);
bool cyclescope_call_queue_receive(cyclescope_os_queue *queue, void *item)
{
    return cyclescope_os_queue_receive(queue, item);
}
CYCLESCOPE_CALL_OF_NOTHING(queue, delete)

CYCLESCOPE_CALL_AS_IT_IS(bool, timer, start)
CYCLESCOPE_CALL_AS_IT_IS(bool, timer, stop)

void cyclescope_call_eventgroup_set(cyclescope_os_eventgroup *group, uint32_t bits);
void cyclescope_call_eventgroup_set(cyclescope_os_eventgroup *group, uint32_t bits)
{
    cyclescope_os_eventgroup_set(group, bits);
}
CYCLESCOPE_CALL_AS_IT_IS(uint32_t, eventgroup, get)
void cyclescope_call_eventgroup_clear(cyclescope_os_eventgroup *group, uint32_t bits);
void cyclescope_call_eventgroup_clear(cyclescope_os_eventgroup *group, uint32_t bits)
{
    cyclescope_os_eventgroup_clear(group, bits);
}

bool cyclescope_call_work_submit(cyclescope_os_work *work);
bool cyclescope_call_work_submit(cyclescope_os_work *work)
{
    return cyclescope_os_workqueue_submit(work);
}

uint32_t cyclescope_call_stream_send(cyclescope_os_stream *stream, const void *data,
                                     uint32_t bytes);
uint32_t cyclescope_call_stream_send(cyclescope_os_stream *stream, const void *data, uint32_t bytes)
{
    return cyclescope_os_stream_send(stream, data, bytes);
}
uint32_t cyclescope_call_stream_receive(cyclescope_os_stream *stream, void *data, uint32_t bytes);
uint32_t cyclescope_call_stream_receive(cyclescope_os_stream *stream, void *data, uint32_t bytes)
{
    return cyclescope_os_stream_receive(stream, data, bytes);
}
