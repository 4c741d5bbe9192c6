/**
 * The operations of families/sync/sync.c in POSIX's own calls, typed out. Their twins in the suite `sync`
 * make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_sync"
#include "../../../families/sync/contention.h"

#define EVENT_BYTES_OF_TWO_SWITCHES 128u

CYCLESCOPE_BENCH(mutex_lock_unlock, .about = "pthread_mutex_lock and pthread_mutex_unlock",
                 .begin = create_mutex, .end = check_mutex)
{
    pthread_mutex_lock(&s_mutex);
    pthread_mutex_unlock(&s_mutex);
}

static void hold(void *unused)
{
    (void)unused;
    for (;;) {
        sem_wait(&s_go);
        if (pthread_mutex_lock(&s_mutex) != 0) s_two.failures += 1;
        sem_post(&s_held);
        s_two.done += 1;
        pthread_mutex_unlock(&s_mutex);
    }
}

static const char *begin_contention(cyclescope_run *run)
{
    (void)run;
    return create_contended(hold);
}

CYCLESCOPE_BENCH(
    mutex_contention_2t,
    .about = "pthread_mutex_lock while a thread below holds it, then pthread_mutex_unlock",
    .event_bytes = 2u * EVENT_BYTES_OF_TWO_SWITCHES, .begin = begin_contention,
    .before_each = let_hold, .after_each = count_contention, .end = check_contended)
{
    pthread_mutex_lock(&s_mutex);
    pthread_mutex_unlock(&s_mutex);
}

CYCLESCOPE_BENCH(sem_take_give, .about = "sem_wait and sem_post", .begin = create_sem,
                 .end = check_sem)
{
    sem_wait(&s_sem);
    sem_post(&s_sem);
}

static void signal_events(void *unused)
{
    (void)unused;
    for (;;) {
        sched_yield();
        s_two.done += 1;
        eventfd_write(s_event.file, 1);
    }
}

static const char *begin_event(cyclescope_run *run)
{
    (void)run;
    return create_event(signal_events);
}

CYCLESCOPE_BENCH(event_signal_wait,
                 .about =
                     "eventfd_read, which a thread of the same priority ends by eventfd_write, "
                     "then calls sched_yield",
                 .event_bytes = EVENT_BYTES_OF_TWO_SWITCHES, .begin = begin_event,
                 .end = check_event)
{
    eventfd_t signals;
    eventfd_read(s_event.file, &signals);
}

static void signal_conditions(void *unused)
{
    (void)unused;
    for (;;) {
        sched_yield();
        s_two.done += 1;
        pthread_cond_signal(&s_condvar);
    }
}

static const char *begin_condvar(cyclescope_run *run)
{
    (void)run;
    return create_condvar(signal_conditions);
}

CYCLESCOPE_BENCH(condvar_signal_wait,
                 .about =
                     "pthread_cond_wait, which a thread of the same priority ends by "
                     "pthread_cond_signal, then calls sched_yield",
                 .event_bytes = EVENT_BYTES_OF_TWO_SWITCHES, .begin = begin_condvar,
                 .end = check_condvar)
{
    pthread_mutex_lock(&s_mutex);
    pthread_cond_wait(&s_condvar, &s_mutex);
    pthread_mutex_unlock(&s_mutex);
}

CYCLESCOPE_BENCH(
    recursive_mutex_lock_unlock,
    .about = "pthread_mutex_lock and pthread_mutex_unlock on a PTHREAD_MUTEX_RECURSIVE",
    .begin = create_recursive, .end = check_recursive)
{
    pthread_mutex_lock(&s_recursive);
    pthread_mutex_unlock(&s_recursive);
}

CYCLESCOPE_BENCH(mutex_create_destroy, .about = "pthread_mutex_init and pthread_mutex_destroy",
                 .begin = heap_for_mutexes, .end = check_new_mutex)
{
    if (CYCLESCOPE_SELDOM(pthread_mutex_init(&s_mutex, NULL) != 0)) {
        s_two.failures += 1;
    } else {
        pthread_mutex_destroy(&s_mutex);
    }
}

CYCLESCOPE_BENCH(sem_create_destroy, .about = "sem_init and sem_destroy", .begin = heap_for_sems,
                 .end = check_new_sem)
{
    if (CYCLESCOPE_SELDOM(sem_init(&s_sem, 0, 1) != 0)) {
        s_two.failures += 1;
    } else {
        sem_destroy(&s_sem);
    }
}
