#include "layer.h"

#include "event_groups.h"

/* Bits reserved by the kernel. */
#define BITS_OF_KERNEL 0xFF000000u

osEventFlagsId_t osEventFlagsNew(const osEventFlagsAttr_t *attr)
{
    return in_handler() || !TAKES_THE_HEAP(attr) ? NULL : xEventGroupCreate();
}

static uint32_t set_in_handler(EventGroupHandle_t group, uint32_t flags)
{
    BaseType_t higher = pdFALSE;
    /* The timer task sets them. */
    if (xEventGroupSetBitsFromISR(group, flags, &higher) != pdPASS) return osFlagsErrorResource;
    portYIELD_FROM_ISR(higher);
    return flags;
}

uint32_t osEventFlagsSet(osEventFlagsId_t ef_id, uint32_t flags)
{
    if (!ef_id || (flags & BITS_OF_KERNEL)) return osFlagsErrorParameter;
    return in_handler() ? set_in_handler(ef_id, flags) : xEventGroupSetBits(ef_id, flags);
}

uint32_t osEventFlagsClear(osEventFlagsId_t ef_id, uint32_t flags)
{
    if (!ef_id || (flags & BITS_OF_KERNEL)) return osFlagsErrorParameter;
    if (!in_handler()) return xEventGroupClearBits(ef_id, flags);
    const uint32_t before = xEventGroupGetBitsFromISR(ef_id);
    return xEventGroupClearBitsFromISR(ef_id, flags) == pdPASS ? before : osFlagsErrorResource;
}

uint32_t osEventFlagsGet(osEventFlagsId_t ef_id)
{
    if (!ef_id) return 0;
    return in_handler() ? xEventGroupGetBitsFromISR(ef_id) : xEventGroupGetBits(ef_id);
}

uint32_t osEventFlagsWait(osEventFlagsId_t ef_id, uint32_t flags, uint32_t options,
                          uint32_t timeout)
{
    if (!ef_id || (flags & BITS_OF_KERNEL)) return osFlagsErrorParameter;
    if (in_handler()) return osFlagsErrorISR;
    const BaseType_t all = (options & osFlagsWaitAll) ? pdTRUE : pdFALSE;
    const BaseType_t clears = (options & osFlagsNoClear) ? pdFALSE : pdTRUE;
    const uint32_t got = xEventGroupWaitBits(ef_id, flags, clears, all, timeout);
    const bool satisfied = all ? (got & flags) == flags : (got & flags) != 0;
    if (satisfied) return got;
    return timeout ? osFlagsErrorTimeout : osFlagsErrorResource;
}

osStatus_t osEventFlagsDelete(osEventFlagsId_t ef_id)
{
    if (in_handler()) return osErrorISR;
    if (!ef_id) return osErrorParameter;
    vEventGroupDelete(ef_id);
    return osOK;
}
