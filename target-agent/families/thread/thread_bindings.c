/** Exports `thread_calls.c` and `thread_new.c` to other languages; see foreign.h. */
#define CYCLESCOPE_FAMILY thread

#include "../common/foreign.h"
#include "thread_calls.c"
#include "thread_new.c"

CYCLESCOPE_SHARE(s_self, self);
CYCLESCOPE_SHARE(s_ping, ping);
CYCLESCOPE_SHARE(s_pong, pong);
CYCLESCOPE_SHARE(s_child, child);
CYCLESCOPE_SHARE(s_not_made, failures);
