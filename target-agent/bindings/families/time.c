/** What other languages call of `benches/time.c`, and what they share with it; see foreign.h. */
#define CYCLESCOPE_FAMILY time

#include "foreign.h"
#include "benches/time.c"

CYCLESCOPE_SHARE(s_time, now);
