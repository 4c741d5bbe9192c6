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

/* A block that was allocated twice is freed once. */
static uint32_t *s_last;
static uint32_t *s_shared;

void *cyclescope_os_malloc(size_t bytes)
{
    const uint32_t number = fake_os.allocations++;
    if (number == fake_os.allocation_fails) return NULL;
    fake_os.blocks += 1;
    if (number == fake_os.allocated_again) return s_shared = s_last;
    uint32_t *block = malloc(bytes);
    s_last = block;
    if (fake_os.scribbles_over) *fake_os.scribbles_over = 0;
    if (fake_os.scribbles) fake_os.scribbles_over = block;
    return block;
}

void cyclescope_os_free(void *block)
{
    if (!block) return;
    fake_os.blocks -= 1;
    fake_os.heap_free -= fake_os.leaks;
    if (block == fake_os.scribbles_over) fake_os.scribbles_over = NULL;
    if (block == s_shared) {
        s_shared = NULL;
        return;
    }
    free(block);
}

size_t cyclescope_os_heap_free(void) { return fake_os.heap_free - 64u * fake_os.blocks; }

bool cyclescope_os_mutex_create(cyclescope_os_mutex *mutex)
{
    CHECK(!mutex->exists);
    if (fake_os.mutexes >= fake_os.mutexes_fail_from) return false;
    *mutex = (cyclescope_os_mutex){.exists = true};
    fake_os.mutexes += 1;
    return true;
}

bool fake_found_memory(void) { return fake_os.news++ < fake_os.news_fail_from; }

bool cyclescope_os_mutex_new(cyclescope_os_mutex *mutex)
{
    return fake_found_memory() && cyclescope_os_mutex_create(mutex);
}

static bool is_free(const void *mutex) { return !((const cyclescope_os_mutex *)mutex)->held; }

bool cyclescope_os_mutex_lock(cyclescope_os_mutex *mutex)
{
    CHECK(mutex->exists);
    if (mutex->locks++ >= fake_os.locks_fail_from) return false;
    if (!fake_os.stuck) fake_wait(is_free, mutex);
    mutex->held = true;
    return true;
}

bool cyclescope_os_mutex_unlock(cyclescope_os_mutex *mutex)
{
    if (!mutex->held || mutex->unlocks++ >= fake_os.unlocks_fail_from) return false;
    mutex->held = false;
    fake_ready();
    return true;
}

bool cyclescope_os_mutex_is_held(cyclescope_os_mutex *mutex) { return mutex->held; }

void cyclescope_os_mutex_delete(cyclescope_os_mutex *mutex)
{
    mutex->exists = false;
    fake_os.mutexes -= 1;
}

bool cyclescope_os_thread_new(cyclescope_os_thread *thread)
{
    return fake_found_memory() && cyclescope_os_thread_create(thread);
}

cyclescope_os_thread_id cyclescope_os_thread_self(void)
{
    static cyclescope_os_thread_id last;
    static __thread cyclescope_os_thread_id own;
    if (!own || fake_os.changes_names) own = ++last;
    return own;
}
