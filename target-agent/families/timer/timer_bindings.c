/** Exports `timer.c` to other languages; see foreign.h. */
#define CYCLESCOPE_FAMILY timer

#include "../common/foreign.h"
#include "timer.c"

CYCLESCOPE_SHARE(s_timer, timer);
CYCLESCOPE_SHARE(s_failures, failures);
