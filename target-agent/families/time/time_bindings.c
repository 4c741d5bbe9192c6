/** What other languages call of `time.c`, and what they share with it; see foreign.h. */
#define CYCLESCOPE_FAMILY time

#include "../common/foreign.h"
#include "time.c"

CYCLESCOPE_SHARE(s_time, now);
