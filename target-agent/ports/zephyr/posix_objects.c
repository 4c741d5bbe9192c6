/** Support for POSIX's queues and timers. */
#include <errno.h>

#include "cyclescope_os.h"

char cyclescope_posix_queue_name[] = "/cyclescope";

const char *cyclescope_posix_try_queue(void)
{
#if defined(CONFIG_POSIX_MESSAGE_PASSING) || defined(CONFIG_POSIX_MQUEUE)
    cyclescope_os_queue queue;
    if (!cyclescope_os_queue_create(&queue, CYCLESCOPE_QUEUE_LENGTH_MAX, sizeof(uint32_t), NULL)) {
        return "a message queue finds no memory: needs a larger CONFIG_HEAP_MEM_POOL_SIZE";
    }
    cyclescope_os_queue_delete(&queue);
    return NULL;
#else
    return "needs CONFIG_POSIX_MESSAGE_PASSING=y, or CONFIG_POSIX_MQUEUE=y before Zephyr 3.7";
#endif
}

/** Zephyr reports an expiry only for periodic timers; this one is not. */
bool cyclescope_os_timer_create(cyclescope_os_timer *timer, uint32_t seconds,
                                void (*expired)(void *argument), void *argument)
{
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    timer->expired = expired;
    timer->argument = argument;
    timer->period = (struct itimerspec){.it_value = {.tv_sec = (time_t)seconds}};
    return timer_create(CLOCK_MONOTONIC, &event, &timer->handle) == 0;
}
