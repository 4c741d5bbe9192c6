#include <zephyr/version.h>

#include "cyclescope_os.h"

cyclescope_os_thread cyclescope_os_helper;

/** SCHED_RR is Zephyr's policy for preemptible threads; its priorities count the other way. */
#define POSIX_PRIORITY(priority) (CONFIG_NUM_PREEMPT_PRIORITIES - 1 - (priority))

void *cyclescope_posix_thread_main(void *thread)
{
    cyclescope_os_thread *own = thread;
    own->entry(own->argument);
    return NULL;
}

void *cyclescope_posix_helper_main(void *thread)
{
    /* It runs forever without a cancellation point. Before Zephyr 3.5 every thread ends at once. */
#ifdef PTHREAD_CANCEL_ASYNCHRONOUS
    (void)pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
#endif
#if ZEPHYR_VERSION_CODE >= ZEPHYR_VERSION(3, 6, 0)
    /* Zephyr ends a thread that was cancelled before its first instruction here, not earlier. */
    pthread_testcancel();
#endif
    return cyclescope_posix_thread_main(thread);
}

void cyclescope_posix_attributes(cyclescope_os_thread *thread, int priority)
{
    const struct sched_param param = {.sched_priority = POSIX_PRIORITY(priority)};
    pthread_attr_t *attributes = &thread->attributes;
    (void)pthread_attr_init(attributes);
    (void)pthread_attr_setstack(attributes, thread->stack, CONFIG_CYCLESCOPE_THREAD_STACK_SIZE);
    (void)pthread_attr_setschedpolicy(attributes, SCHED_RR);
    (void)pthread_attr_setschedparam(attributes, &param);
    /* Where it cannot be requested, it is the only behaviour. */
#ifdef PTHREAD_EXPLICIT_SCHED
    (void)pthread_attr_setinheritsched(attributes, PTHREAD_EXPLICIT_SCHED);
#endif
}
