/** A thread beside the caller: of the two only one runs at a time, until it yields. */
#include <pthread.h>
#include <semaphore.h>

#include "check.h"
#include "cyclescope_os.h"
#include "fake.h"

enum { CALLER, PEER };

static pthread_t s_thread;
static cyclescope_os_thread *s_peer;
static sem_t s_turn[2];
static int s_running;

static void *peer_main(void *unused)
{
    (void)unused;
    sem_wait(&s_turn[PEER]);
    s_peer->entry(s_peer->argument);
    CHECK(!"a peer never ends");
    return NULL;
}

bool cyclescope_os_slices_time(void) { return fake_os.slices_time; }

void cyclescope_os_yield(void)
{
    fake_time.now += fake_os.yield_costs;
    const uint32_t number = fake_os.yields++;
    const bool fails = number >= fake_os.yields_fail_from && number < fake_os.yields_fail_to;
    if (!s_peer || fails) return;
    const int own = s_running;
    s_running = 1 - own;
    sem_post(&s_turn[s_running]);
    sem_wait(&s_turn[own]);
}

bool cyclescope_os_peer_create(cyclescope_os_thread *thread)
{
    if (fake_os.peer_fails) return false;
    CHECK(!s_peer);
    thread->exists = true;
    fake_os.threads += 1;
    s_peer = thread;
    s_running = CALLER;
    sem_init(&s_turn[CALLER], 0, 0);
    sem_init(&s_turn[PEER], 0, 0);
    return CHECK(!pthread_create(&s_thread, NULL, peer_main, NULL));
}

void cyclescope_os_peer_delete(cyclescope_os_thread *thread)
{
    CHECK(s_peer == thread);
    CHECK_EQUAL(s_running, CALLER);
    /* It waits for its turn, where a thread can be cancelled. */
    pthread_cancel(s_thread);
    pthread_join(s_thread, NULL);
    thread->exists = false;
    fake_os.threads -= 1;
    s_peer = NULL;
}
