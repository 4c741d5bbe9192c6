#include "cyclescope_os.h"

#include <stdlib.h>

#include "check.h"
#include "cyclescope/port.h"
#include "fake.h"

fake_os_state fake_os;

void cyclescope_port_facts(cyclescope_fact_sink sink)
{
    sink("os", "fake");
    sink("os_version", "");
    sink("board", "a \"fake\" board");
}

void *cyclescope_os_malloc(size_t bytes)
{
    uint32_t *block = malloc(bytes);
    fake_os.blocks += 1;
    if (fake_os.scribbles_over) *fake_os.scribbles_over = 0;
    if (fake_os.scribbles) fake_os.scribbles_over = block;
    return block;
}

void cyclescope_os_free(void *block)
{
    fake_os.blocks -= 1;
    if (block == fake_os.scribbles_over) fake_os.scribbles_over = NULL;
    free(block);
}

size_t cyclescope_os_heap_free(void) { return fake_os.heap_free; }

bool cyclescope_os_mutex_create(cyclescope_os_mutex *mutex)
{
    CHECK(!mutex->exists);
    if (fake_os.mutexes >= fake_os.mutexes_fail_from) return false;
    *mutex = (cyclescope_os_mutex){.exists = true};
    fake_os.mutexes += 1;
    return true;
}

bool cyclescope_os_mutex_lock(cyclescope_os_mutex *mutex)
{
    CHECK(mutex->exists && (!mutex->held || fake_os.stuck));
    if (mutex->locks++ >= fake_os.locks_fail_from) return false;
    mutex->held = true;
    return true;
}

bool cyclescope_os_mutex_unlock(cyclescope_os_mutex *mutex)
{
    if (!mutex->held || mutex->unlocks++ >= fake_os.unlocks_fail_from) return false;
    mutex->held = false;
    return true;
}

bool cyclescope_os_mutex_is_held(cyclescope_os_mutex *mutex) { return mutex->held; }

void cyclescope_os_mutex_delete(cyclescope_os_mutex *mutex)
{
    mutex->exists = false;
    fake_os.mutexes -= 1;
}

void cyclescope_os_thread_prepare(cyclescope_os_thread *thread, void (*entry)(void *argument),
                                  void *argument)
{
    CHECK(!thread->exists);
    thread->entry = entry;
    thread->argument = argument;
    thread->ended = false;
}

bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    if (fake_os.threads >= fake_os.creates_fail_from) return false;
    if (fake_os.created++ >= fake_os.creates_fail_after) return false;
    CHECK(!thread->exists);
    thread->exists = true;
    thread->number = fake_os.threads++;
    if (thread->number == fake_os.runs_early) {
        thread->entry(thread->argument);
        thread->ended = true;
    }
    return true;
}

void cyclescope_os_thread_announce(cyclescope_os_thread *thread) { CHECK(thread->exists); }

void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
    if (!thread->exists) return;
    if (!thread->ended && thread->number != fake_os.never_runs) thread->entry(thread->argument);
    thread->exists = false;
    fake_os.threads -= 1;
}
