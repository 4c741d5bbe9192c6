/** For systems without event groups: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_EVENTGROUP_CALLS_H
#define CYCLESCOPE_NO_EVENTGROUP_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"

typedef struct {
    bool exists;
} cyclescope_os_eventgroup;

CYCLESCOPE_INLINE bool cyclescope_os_eventgroup_create(cyclescope_os_eventgroup *group)
{
    (void)group;
    return false;
}
CYCLESCOPE_INLINE void cyclescope_os_eventgroup_set(cyclescope_os_eventgroup *group, uint32_t bits)
{
    (void)group;
    (void)bits;
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_eventgroup_get(cyclescope_os_eventgroup *group)
{
    (void)group;
    return 0;
}
CYCLESCOPE_INLINE void cyclescope_os_eventgroup_clear(cyclescope_os_eventgroup *group,
                                                      uint32_t bits)
{
    (void)group;
    (void)bits;
}
CYCLESCOPE_INLINE void cyclescope_os_eventgroup_delete(cyclescope_os_eventgroup *group)
{
    (void)group;
}

#endif
