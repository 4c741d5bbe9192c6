/** Two threads, the caller and its helper; only one runs at a time. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "cyclescope_os.h"
#include "fake.h"

enum { CALLER, HELPER };

/** The condition that a thread waits for; NULL: it is ready. */
typedef struct {
    bool (*ready)(const void *object);
    const void *object;
} condition;

cyclescope_os_thread cyclescope_os_helper;

static pthread_t s_thread;
static cyclescope_os_thread *s_helper;
static cyclescope_level s_level;
static sem_t s_turn[2];
static condition s_conditions[2];
static int s_running;
static bool s_ended;

static void run_other(void)
{
    const int own = s_running;
    s_running = 1 - own;
    fake_os.switches += 1;
    sem_post(&s_turn[s_running]);
    sem_wait(&s_turn[own]);
}

static bool other_can_run(void)
{
    const int other = 1 - s_running;
    if (!s_helper || (other == HELPER && s_ended)) return false;
    return !s_conditions[other].ready || s_conditions[other].ready(s_conditions[other].object);
}

static bool other_is_higher(void)
{
    return s_running == CALLER ? s_level == CYCLESCOPE_ABOVE : s_level == CYCLESCOPE_BELOW;
}

void fake_wait(bool (*ready)(const void *object), const void *object)
{
    while (!ready(object)) {
        if (!other_can_run()) {
            printf("FAILED a thread waits for what nobody will give\n");
            exit(1);
        }
        s_conditions[s_running] = (condition){ready, object};
        run_other();
        s_conditions[s_running] = (condition){NULL, NULL};
    }
}

void fake_ready(void)
{
    if (other_is_higher() && other_can_run()) run_other();
}

bool fake_may_wait(void) { return fake_os.waits++ < fake_os.waits_fail_from; }

static bool never_ready(const void *unused)
{
    (void)unused;
    return false;
}

static void *helper_main(void *unused)
{
    (void)unused;
    sem_wait(&s_turn[HELPER]);
    s_helper->entry(s_helper->argument);
    s_ended = true;
    fake_wait(never_ready, NULL);
    return NULL;
}

bool cyclescope_os_slices_time(void) { return fake_os.slices_time; }
bool cyclescope_os_keeps_priorities(void) { return !fake_os.ignores_priorities; }

void cyclescope_os_yield(void)
{
    fake_time.now += fake_os.yield_costs;
    const uint32_t number = fake_os.yields++;
    const bool fails = number >= fake_os.yields_fail_from && number < fake_os.yields_fail_to;
    if (fails || fake_child_yields()) return;
    if (!s_helper || !other_can_run()) return;
    if (s_level == CYCLESCOPE_BESIDE || fake_os.yields_to_any) run_other();
}

bool cyclescope_os_helper_create(cyclescope_os_thread *thread, cyclescope_level level)
{
    if (fake_os.helper_fails) return false;
    CHECK(!s_helper);
    thread->exists = true;
    fake_os.threads += 1;
    s_helper = thread;
    s_level = level;
    s_running = CALLER;
    s_ended = false;
    s_conditions[CALLER] = s_conditions[HELPER] = (condition){NULL, NULL};
    sem_init(&s_turn[CALLER], 0, 0);
    sem_init(&s_turn[HELPER], 0, 0);
    CHECK(!pthread_create(&s_thread, NULL, helper_main, NULL));
    fake_ready();
    return true;
}

void cyclescope_os_helper_delete(cyclescope_os_thread *thread)
{
    CHECK(s_helper == thread);
    CHECK_EQUAL(s_running, CALLER);
    /* It waits for its turn, at a cancellation point. */
    pthread_cancel(s_thread);
    pthread_join(s_thread, NULL);
    thread->exists = false;
    fake_os.threads -= 1;
    s_helper = NULL;
}
