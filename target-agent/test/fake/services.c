/** Timers, event groups and work queues. */
#include "check.h"
#include "cyclescope_os.h"
#include "fake.h"

static bool created(void)
{
    if (fake_os.objects >= fake_os.objects_fail_from) return false;
    fake_os.objects += 1;
    return true;
}

static void deleted(bool *exists)
{
    CHECK(*exists);
    *exists = false;
    fake_os.objects -= 1;
}

bool cyclescope_os_timer_create(cyclescope_os_timer *timer, uint32_t seconds,
                                void (*expired)(void *argument), void *argument)
{
    (void)seconds;
    CHECK(!timer->exists);
    *timer = (cyclescope_os_timer){.exists = created(), .expired = expired, .argument = argument};
    return timer->exists;
}

bool cyclescope_os_timer_start(cyclescope_os_timer *timer)
{
    CHECK(timer->exists);
    if (!fake_may_wait()) return false;
    if (!fake_ipc.ignores_starts) timer->active = true;
    return true;
}

bool cyclescope_os_timer_stop(cyclescope_os_timer *timer)
{
    CHECK(timer->exists);
    if (fake_ipc.expires) timer->expired(timer->argument);
    if (!fake_ipc.ignores_stops) timer->active = false;
    return true;
}

bool cyclescope_os_timer_is_active(cyclescope_os_timer *timer) { return timer->active; }
void cyclescope_os_timer_delete(cyclescope_os_timer *timer) { deleted(&timer->exists); }

bool cyclescope_os_eventgroup_create(cyclescope_os_eventgroup *group)
{
    CHECK(!group->exists);
    *group = (cyclescope_os_eventgroup){.exists = created()};
    return group->exists;
}

void cyclescope_os_eventgroup_set(cyclescope_os_eventgroup *group, uint32_t bits)
{
    CHECK(group->exists);
    if (!fake_ipc.ignores_sets) group->bits |= bits;
}

uint32_t cyclescope_os_eventgroup_get(cyclescope_os_eventgroup *group) { return group->bits; }

void cyclescope_os_eventgroup_clear(cyclescope_os_eventgroup *group, uint32_t bits)
{
    if (fake_ipc.clears_all) group->bits = 0;
    if (!fake_ipc.ignores_clears) group->bits &= ~bits;
}

void cyclescope_os_eventgroup_delete(cyclescope_os_eventgroup *group) { deleted(&group->exists); }

bool cyclescope_os_workqueue_start(cyclescope_os_work *work, void (*run)(void *argument),
                                   void *argument)
{
    CHECK(!work->exists);
    *work = (cyclescope_os_work){.exists = created(), .run = run, .argument = argument};
    return work->exists;
}

bool cyclescope_os_workqueue_submit(cyclescope_os_work *work)
{
    CHECK(work->exists);
    if (fake_ipc.refuses_work) return false;
    work->run(work->argument);
    return true;
}

void cyclescope_os_workqueue_stop(cyclescope_os_work *work)
{
    if (fake_ipc.works_once_more) work->run(work->argument);
    deleted(&work->exists);
}
