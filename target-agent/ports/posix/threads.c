/** Threads under test, prepared so that creating one costs no more than pthread_create. */
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

#include "cyclescope_os.h"
#include "realtime.h"

#define HELPER_ENDS SIGUSR1
/* Stack touched by a thread that does next to nothing, including the C library's own part. */
#define STACK_USED 8192u

cyclescope_os_thread cyclescope_os_helper;
pthread_attr_t cyclescope_posix_new_thread;

static __thread sigjmp_buf t_end;

size_t cyclescope_os_heap_free(void)
{
    return (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

bool cyclescope_os_slices_time(void) { return !cyclescope_realtime_is_granted(); }

void *cyclescope_posix_thread_main(void *argument)
{
    const cyclescope_os_thread *thread = argument;
    thread->entry(thread->argument);
    return NULL;
}

static void prepare_attributes(pthread_attr_t *attributes, int priority)
{
    pthread_attr_init(attributes);
    if (!cyclescope_realtime_is_granted()) return;
    const struct sched_param parameters = {.sched_priority = priority};
    pthread_attr_setinheritsched(attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(attributes, SCHED_FIFO);
    pthread_attr_setschedparam(attributes, &parameters);
}

static void prepare_with_stack(cyclescope_os_thread *thread, int priority)
{
    prepare_attributes(&thread->attributes, priority);
    pthread_attr_setstack(&thread->attributes, thread->stack, sizeof thread->stack);
}

/** A page first touched inside the window would be measured with it. */
static void touch_stack(cyclescope_os_thread *thread)
{
#ifndef CYCLESCOPE_NO_MMU
    for (uint32_t at = 0; at < STACK_USED; at += 1024u) {
        *(volatile uint8_t *)&thread->stack[sizeof thread->stack - 1u - at] = 0;
    }
#else
    (void)thread;
#endif
}

void cyclescope_os_thread_prepare(cyclescope_os_thread *thread, void (*entry)(void *argument),
                                  void *argument)
{
    thread->entry = entry;
    thread->argument = argument;
    thread->exists = false;
    touch_stack(thread);
    prepare_with_stack(thread, CYCLESCOPE_PRIORITY - 1);
    prepare_attributes(&cyclescope_posix_new_thread, CYCLESCOPE_PRIORITY - 1);
    pthread_attr_setstacksize(&cyclescope_posix_new_thread, sizeof thread->stack);
}

static void *first_thread(void *unused) { return unused; }

void cyclescope_os_make_threaded(void)
{
    static bool had;
    pthread_t first;
    if (had || pthread_create(&first, NULL, first_thread, NULL) != 0) return;
    pthread_join(first, NULL);
    had = true;
}

static void end_helper(int signal)
{
    (void)signal;
    siglongjmp(t_end, 1);
}

static sigset_t ending_signal(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, HELPER_ENDS);
    return signals;
}

/** Its creator blocks the signal, which must not arrive before the jump target is set. */
static void *helper_main(void *argument)
{
    const cyclescope_os_thread *thread = argument;
    const sigset_t signals = ending_signal();
    if (sigsetjmp(t_end, 0) == 0) {
        pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
        thread->entry(thread->argument);
        pthread_sigmask(SIG_BLOCK, &signals, NULL);
    }
    return NULL;
}

bool cyclescope_os_helper_create(cyclescope_os_thread *thread, cyclescope_level level)
{
    const struct sigaction action = {.sa_handler = end_helper};
    const sigset_t signals = ending_signal();
    sigaction(HELPER_ENDS, &action, NULL);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    prepare_with_stack(thread, CYCLESCOPE_PRIORITY + level);
    thread->exists = pthread_create(&thread->handle, &thread->attributes, helper_main, thread) == 0;
    return thread->exists;
}

void cyclescope_os_helper_delete(cyclescope_os_thread *thread)
{
    if (!thread->exists) return;
    pthread_kill(thread->handle, HELPER_ENDS);
    pthread_join(thread->handle, NULL);
    thread->exists = false;
}
