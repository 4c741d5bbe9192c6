/** For systems without events: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_EVENT_H
#define CYCLESCOPE_NO_EVENT_H

#include <stdbool.h>

#include "cyclescope/inline.h"

typedef struct {
    bool exists;
} cyclescope_os_event;

CYCLESCOPE_INLINE bool cyclescope_os_event_create(cyclescope_os_event *event)
{
    (void)event;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_event_signal(cyclescope_os_event *event)
{
    (void)event;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_event_wait(cyclescope_os_event *event)
{
    (void)event;
    return false;
}
CYCLESCOPE_INLINE void cyclescope_os_event_delete(cyclescope_os_event *event) { (void)event; }

#endif
