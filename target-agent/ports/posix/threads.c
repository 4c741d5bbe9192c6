/** Threads under test, prepared so that creating one costs only what pthread_create costs. */
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

#include "cyclescope_os.h"
#include "realtime.h"

#define PEER_ENDS SIGUSR1
/* What a thread that does next to nothing touches of its stack, the C library's own part included. */
#define STACK_USED 8192u

static __thread sigjmp_buf t_end;

size_t cyclescope_os_heap_free(void)
{
    return (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

bool cyclescope_os_slices_time(void) { return !cyclescope_realtime_got(); }

void *cyclescope_os_thread_main(void *argument)
{
    const cyclescope_os_thread *thread = argument;
    thread->entry(thread->argument);
    return NULL;
}

static void prepare_attributes(cyclescope_os_thread *thread, int priority)
{
    pthread_attr_init(&thread->attributes);
    pthread_attr_setstack(&thread->attributes, thread->stack, sizeof thread->stack);
    if (!cyclescope_realtime_got()) return;
    const struct sched_param parameters = {.sched_priority = priority};
    pthread_attr_setinheritsched(&thread->attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&thread->attributes, SCHED_FIFO);
    pthread_attr_setschedparam(&thread->attributes, &parameters);
}

void cyclescope_os_thread_prepare(cyclescope_os_thread *thread, void (*entry)(void *argument),
                                  void *argument)
{
    thread->entry = entry;
    thread->argument = argument;
    thread->exists = false;
    /* A page that is first touched inside the window would be measured with it. */
    for (uint32_t at = 0; at < STACK_USED; at += 1024u) {
        *(volatile uint8_t *)&thread->stack[sizeof thread->stack - 1u - at] = 0;
    }
    prepare_attributes(thread, CYCLESCOPE_PRIORITY - 1);
}

static void end_peer(int signal)
{
    (void)signal;
    siglongjmp(t_end, 1);
}

static void *peer_main(void *argument)
{
    const cyclescope_os_thread *thread = argument;
    if (sigsetjmp(t_end, 0) == 0) thread->entry(thread->argument);
    return NULL;
}

bool cyclescope_os_peer_create(cyclescope_os_thread *thread)
{
    const struct sigaction action = {.sa_handler = end_peer};
    sigaction(PEER_ENDS, &action, NULL);
    prepare_attributes(thread, CYCLESCOPE_PRIORITY);
    thread->exists = pthread_create(&thread->handle, &thread->attributes, peer_main, thread) == 0;
    return thread->exists;
}

void cyclescope_os_peer_delete(cyclescope_os_thread *thread)
{
    if (!thread->exists) return;
    /* It never calls anything that ends it: a signal takes it out of its loop. */
    pthread_kill(thread->handle, PEER_ENDS);
    pthread_join(thread->handle, NULL);
}
