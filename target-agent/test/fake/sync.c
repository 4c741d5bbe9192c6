#include "cyclescope_os.h"

#include <stdlib.h>

#include "check.h"
#include "fake.h"

static bool created(void)
{
    if (fake_os.objects >= fake_os.objects_fail_from) return false;
    fake_os.objects += 1;
    return true;
}

static bool available(const void *object) { return ((const cyclescope_os_sem *)object)->count > 0; }

bool cyclescope_os_sem_create(cyclescope_os_sem *sem, uint32_t count, uint32_t most)
{
    CHECK(!sem->exists);
    *sem = (cyclescope_os_sem){.exists = created(), .count = count, .most = most};
    return sem->exists;
}

bool cyclescope_os_sem_new(cyclescope_os_sem *sem, uint32_t count, uint32_t most)
{
    return fake_found_memory() && cyclescope_os_sem_create(sem, count, most);
}

bool cyclescope_os_sem_take(cyclescope_os_sem *sem)
{
    CHECK(sem->exists);
    if (!fake_may_wait()) return false;
    fake_wait(available, sem);
    sem->count -= 1;
    return true;
}

bool cyclescope_os_sem_try_take(cyclescope_os_sem *sem)
{
    CHECK(sem->exists);
    if (!sem->count) return false;
    sem->count -= 1;
    return true;
}

bool cyclescope_os_sem_give(cyclescope_os_sem *sem)
{
    CHECK(sem->exists);
    if (sem->count == sem->most) return false;
    if (!fake_os.loses_gives) sem->count += 1;
    fake_ready();
    return true;
}

uint32_t cyclescope_os_sem_count(cyclescope_os_sem *sem) { return sem->count; }

void cyclescope_os_sem_delete(cyclescope_os_sem *sem)
{
    CHECK(sem->exists);
    sem->exists = false;
    fake_os.objects -= 1;
}

static bool signalled(const void *object)
{
    return ((const cyclescope_os_event *)object)->signalled;
}

bool cyclescope_os_event_create(cyclescope_os_event *event)
{
    CHECK(!event->exists);
    *event = (cyclescope_os_event){.exists = created()};
    return event->exists;
}

bool cyclescope_os_event_signal(cyclescope_os_event *event)
{
    CHECK(event->exists);
    event->signalled = true;
    fake_ready();
    return true;
}

bool cyclescope_os_event_wait(cyclescope_os_event *event)
{
    CHECK(event->exists);
    if (!fake_may_wait()) return false;
    fake_wait(signalled, event);
    event->signalled = false;
    return true;
}

void cyclescope_os_event_delete(cyclescope_os_event *event)
{
    CHECK(event->exists);
    event->exists = false;
    fake_os.objects -= 1;
}

static bool woken(const void *object) { return ((const cyclescope_os_condvar *)object)->woken > 0; }

bool cyclescope_os_condvar_create(cyclescope_os_condvar *condvar)
{
    CHECK(!condvar->exists);
    *condvar = (cyclescope_os_condvar){.exists = created()};
    return condvar->exists;
}

bool cyclescope_os_condvar_signal(cyclescope_os_condvar *condvar)
{
    CHECK(condvar->exists);
    if (condvar->waiting > condvar->woken) condvar->woken += 1;
    fake_ready();
    return true;
}

bool cyclescope_os_condvar_wait(cyclescope_os_condvar *condvar, cyclescope_os_mutex *mutex)
{
    CHECK(condvar->exists && mutex->held);
    if (!fake_may_wait()) return false;
    condvar->waiting += 1;
    (void)cyclescope_os_mutex_unlock(mutex);
    fake_wait(woken, condvar);
    condvar->waiting -= 1;
    condvar->woken -= 1;
    return cyclescope_os_mutex_lock(mutex);
}

void cyclescope_os_condvar_delete(cyclescope_os_condvar *condvar)
{
    CHECK(condvar->exists);
    condvar->exists = false;
    fake_os.objects -= 1;
}

bool cyclescope_os_recursive_mutex_create(cyclescope_os_recursive_mutex *mutex)
{
    CHECK(!mutex->exists);
    *mutex = (cyclescope_os_recursive_mutex){.exists = created()};
    return mutex->exists;
}

static bool is_unlocked(const void *mutex)
{
    return ((const cyclescope_os_recursive_mutex *)mutex)->depth == 0;
}

bool cyclescope_os_recursive_mutex_lock(cyclescope_os_recursive_mutex *mutex)
{
    CHECK(mutex->exists);
    if (!fake_may_wait()) return false;
    const uint32_t self = cyclescope_os_thread_self();
    if (mutex->owner != self) fake_wait(is_unlocked, mutex);
    mutex->owner = self;
    mutex->depth += 1;
    return true;
}

bool cyclescope_os_recursive_mutex_unlock(cyclescope_os_recursive_mutex *mutex)
{
    if (!mutex->depth) return false;
    if (!fake_os.keeps_one_lock || mutex->depth > 1) mutex->depth -= 1;
    fake_ready();
    return true;
}

void cyclescope_os_recursive_mutex_delete(cyclescope_os_recursive_mutex *mutex)
{
    CHECK(mutex->exists);
    mutex->exists = false;
    fake_os.objects -= 1;
}
