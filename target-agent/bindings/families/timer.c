/** What other languages call of `benches/timer.c`, and what they share with it; see foreign.h. */
#define CYCLESCOPE_FAMILY timer

#include "foreign.h"
#include "benches/timer.c"

CYCLESCOPE_SHARE(s_timer, timer);
CYCLESCOPE_SHARE(s_failures, failures);
