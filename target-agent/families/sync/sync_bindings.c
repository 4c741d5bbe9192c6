/** Exports `sync.c` to other languages; see foreign.h. */
#define CYCLESCOPE_FAMILY sync

#include "../common/foreign.h"
#include "sync.c"

CYCLESCOPE_SHARE(s_mutex, mutex);
CYCLESCOPE_SHARE(s_recursive, recursive);
CYCLESCOPE_SHARE(s_sem, sem);
CYCLESCOPE_SHARE(s_event, event);
CYCLESCOPE_SHARE(s_condvar, condvar);
CYCLESCOPE_SHARE(s_two, two);
