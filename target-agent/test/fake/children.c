/**
 * Threads below the caller. They run while it joins one of them, one at a time: in the order
 * of their creation, and in turns if they yield.
 */
#include <pthread.h>
#include <semaphore.h>

#include "check.h"
#include "cyclescope_os.h"
#include "fake.h"

#define MOST CYCLESCOPE_MAX_THREADS

typedef struct {
    cyclescope_os_thread *thread; /* NULL: free */
    pthread_t handle;
    sem_t turn;
    bool started;
} child;

static child s_children[MOST];
/* The children that are ready, the next one first. */
static child *s_queue[MOST];
static uint32_t s_queued;
static child *s_running;
static cyclescope_os_thread *s_joined;
static sem_t s_caller;

static void append(child *last)
{
    CHECK(s_queued < MOST);
    s_queue[s_queued++] = last;
}

static child *take_first(void)
{
    child *first = s_queue[0];
    s_queued -= 1;
    memmove(s_queue, s_queue + 1, s_queued * sizeof *s_queue);
    return first;
}

static void *child_main(void *argument);

static void run_first(void)
{
    s_running = take_first();
    if (s_running->started) {
        sem_post(&s_running->turn);
    } else {
        s_running->started = true;
        CHECK(!pthread_create(&s_running->handle, NULL, child_main, s_running));
    }
}

static void *child_main(void *argument)
{
    const child *own = argument;
    own->thread->entry(own->thread->argument);
    own->thread->ended = true;
    s_running = NULL;
    /* The caller has a higher priority than the others. */
    if (own->thread == s_joined || !s_queued) {
        sem_post(&s_caller);
    } else {
        run_first();
    }
    return NULL;
}

bool fake_child_yields(void)
{
    child *own = s_running;
    if (!own) return false;
    fake_work_fault();
    if (!s_queued) return true;
    append(own);
    run_first();
    sem_wait(&own->turn);
    return true;
}

static child *free_place(void)
{
    for (child *each = s_children; each < s_children + MOST; ++each) {
        if (!each->thread) return each;
    }
    CHECK(!"a place for another child");
    return s_children;
}

static child *find_place(const cyclescope_os_thread *thread)
{
    for (child *each = s_children; each < s_children + MOST; ++each) {
        if (each->thread == thread) return each;
    }
    return NULL;
}

void cyclescope_os_thread_prepare(cyclescope_os_thread *thread, void (*entry)(void *argument),
                                  void *argument)
{
    CHECK(!find_place(thread));
    thread->entry = entry;
    thread->argument = argument;
    thread->ended = false;
}

static void run_at_once(cyclescope_os_thread *thread)
{
    thread->entry(thread->argument);
    thread->ended = true;
}

bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    if (fake_os.threads >= fake_os.creates_fail_from) return false;
    if (fake_os.created++ >= fake_os.creates_fail_after) return false;
    child *own = free_place();
    own->thread = thread;
    own->started = false;
    sem_init(&own->turn, 0, 0);
    thread->exists = true;
    thread->number = fake_os.threads++;
    if (thread->number == fake_os.runs_early) {
        run_at_once(thread);
    } else if (thread->number != fake_os.never_runs) {
        append(own);
    }
    return true;
}

void cyclescope_os_thread_announce(cyclescope_os_thread *thread) { CHECK(thread->exists); }

static void forget(child *own)
{
    own->thread->exists = false;
    own->thread = NULL;
    fake_os.threads -= 1;
}

void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
    child *own = find_place(thread);
    if (!own) return;
    s_joined = thread;
    while (!thread->ended && thread->number != fake_os.never_runs && s_queued) {
        sem_init(&s_caller, 0, 0);
        run_first();
        sem_wait(&s_caller);
    }
    if (own->started) pthread_join(own->handle, NULL);
    forget(own);
}

void cyclescope_os_thread_dispose(cyclescope_os_thread *thread)
{
    child *own = find_place(thread);
    CHECK(own && !own->started);
    for (uint32_t left = s_queued; left > 0; --left) {
        child *first = take_first();
        if (first != own) append(first);
    }
    forget(own);
}
