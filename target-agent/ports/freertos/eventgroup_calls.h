/** The kernel's event groups, where its event_groups.c is linked. */
#ifndef CYCLESCOPE_EVENTGROUP_CALLS_H
#define CYCLESCOPE_EVENTGROUP_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "event_groups.h"

/* The option was added in version 11. */
#if defined(configUSE_EVENT_GROUPS) && !configUSE_EVENT_GROUPS
#define CYCLESCOPE_EVENTGROUP_REFUSED "needs configUSE_EVENT_GROUPS 1 in FreeRTOSConfig.h"
#elif !defined(CYCLESCOPE_LINKS_EVENT_GROUPS)
#define CYCLESCOPE_EVENTGROUP_REFUSED \
    (xEventGroupSetBits ? NULL : "needs the kernel's event_groups.c among the project's sources")
#endif

/* A project that has no event groups need not link them. */
#ifdef CYCLESCOPE_EVENTGROUP_REFUSED
#pragma weak xEventGroupCreate
#pragma weak xEventGroupCreateStatic
#pragma weak xEventGroupSetBits
#pragma weak xEventGroupClearBits
#pragma weak vEventGroupDelete
#endif

typedef struct {
#if configSUPPORT_STATIC_ALLOCATION
    StaticEventGroup_t control_block;
#endif
    EventGroupHandle_t handle;
} cyclescope_os_eventgroup;

CYCLESCOPE_INLINE bool cyclescope_os_eventgroup_create(cyclescope_os_eventgroup *group)
{
#if configSUPPORT_STATIC_ALLOCATION
    group->handle = xEventGroupCreateStatic(&group->control_block);
#else
    group->handle = xEventGroupCreate();
#endif
    return group->handle != NULL;
}
CYCLESCOPE_INLINE void cyclescope_os_eventgroup_set(cyclescope_os_eventgroup *group, uint32_t bits)
{
    (void)xEventGroupSetBits(group->handle, (EventBits_t)bits);
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_eventgroup_get(cyclescope_os_eventgroup *group)
{
    return (uint32_t)xEventGroupGetBits(group->handle);
}
CYCLESCOPE_INLINE void cyclescope_os_eventgroup_clear(cyclescope_os_eventgroup *group,
                                                      uint32_t bits)
{
    (void)xEventGroupClearBits(group->handle, (EventBits_t)bits);
}
CYCLESCOPE_INLINE void cyclescope_os_eventgroup_delete(cyclescope_os_eventgroup *group)
{
    vEventGroupDelete(group->handle);
}

#endif
