/** Linux's eventfd; POSIX itself has no event. */
#ifndef CYCLESCOPE_EVENT_H
#define CYCLESCOPE_EVENT_H

#include <stdbool.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "cyclescope/inline.h"

typedef struct {
    int file;
} cyclescope_os_event;

CYCLESCOPE_INLINE bool cyclescope_os_event_create(cyclescope_os_event *event)
{
    event->file = eventfd(0, EFD_CLOEXEC);
    return event->file >= 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_event_signal(cyclescope_os_event *event)
{
    return eventfd_write(event->file, 1) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_event_wait(cyclescope_os_event *event)
{
    eventfd_t signals;
    return eventfd_read(event->file, &signals) == 0;
}
CYCLESCOPE_INLINE void cyclescope_os_event_delete(cyclescope_os_event *event)
{
    (void)close(event->file);
}

#endif
