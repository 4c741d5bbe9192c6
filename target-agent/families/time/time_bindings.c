/** Exports `time.c` to other languages; see foreign.h. */
#define CYCLESCOPE_FAMILY time

#include "../common/foreign.h"
#include "time.c"

CYCLESCOPE_SHARE(s_time, now);
