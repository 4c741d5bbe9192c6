/** CMSIS-RTOS2's event flags. */
#ifndef CYCLESCOPE_CMSIS_EVENTGROUP_H
#define CYCLESCOPE_CMSIS_EVENTGROUP_H

typedef struct {
    osEventFlagsId_t id;
} cyclescope_cmsis_eventgroup;

CYCLESCOPE_INLINE bool cyclescope_cmsis_eventgroup_create(cyclescope_cmsis_eventgroup *group)
{
    group->id = osEventFlagsNew(NULL);
    return group->id != NULL;
}
CYCLESCOPE_INLINE void cyclescope_cmsis_eventgroup_set(cyclescope_cmsis_eventgroup *group,
                                                       uint32_t bits)
{
    (void)osEventFlagsSet(group->id, bits);
}
CYCLESCOPE_INLINE uint32_t cyclescope_cmsis_eventgroup_get(cyclescope_cmsis_eventgroup *group)
{
    return osEventFlagsGet(group->id);
}
CYCLESCOPE_INLINE void cyclescope_cmsis_eventgroup_clear(cyclescope_cmsis_eventgroup *group,
                                                         uint32_t bits)
{
    (void)osEventFlagsClear(group->id, bits);
}
CYCLESCOPE_INLINE void cyclescope_cmsis_eventgroup_delete(cyclescope_cmsis_eventgroup *group)
{
    (void)osEventFlagsDelete(group->id);
}

#define cyclescope_os_eventgroup cyclescope_cmsis_eventgroup
#define cyclescope_os_eventgroup_create cyclescope_cmsis_eventgroup_create
#define cyclescope_os_eventgroup_set cyclescope_cmsis_eventgroup_set
#define cyclescope_os_eventgroup_get cyclescope_cmsis_eventgroup_get
#define cyclescope_os_eventgroup_clear cyclescope_cmsis_eventgroup_clear
#define cyclescope_os_eventgroup_delete cyclescope_cmsis_eventgroup_delete

#endif
