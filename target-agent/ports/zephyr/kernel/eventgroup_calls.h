/** Zephyr's event object. */
#ifndef CYCLESCOPE_EVENTGROUP_CALLS_H
#define CYCLESCOPE_EVENTGROUP_CALLS_H

#include <zephyr/kernel.h>

#ifndef CONFIG_EVENTS
#define CYCLESCOPE_EVENTGROUP_REFUSED "needs CONFIG_EVENTS=y"
#include "../../../parts/none/eventgroup_calls.h"
#else

#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"

typedef struct k_event cyclescope_os_eventgroup;

CYCLESCOPE_INLINE bool cyclescope_os_eventgroup_create(cyclescope_os_eventgroup *group)
{
    k_event_init(group);
    return true;
}
CYCLESCOPE_INLINE void cyclescope_os_eventgroup_set(cyclescope_os_eventgroup *group, uint32_t bits)
{
    (void)k_event_post(group, bits);
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_eventgroup_get(cyclescope_os_eventgroup *group)
{
    return k_event_test(group, UINT32_MAX);
}
CYCLESCOPE_INLINE void cyclescope_os_eventgroup_clear(cyclescope_os_eventgroup *group,
                                                      uint32_t bits)
{
    (void)k_event_clear(group, bits);
}
CYCLESCOPE_INLINE void cyclescope_os_eventgroup_delete(cyclescope_os_eventgroup *group)
{
    (void)group;
}

#endif
#endif
