/** Exports `workqueue.c` to other languages; see foreign.h. */
#define CYCLESCOPE_FAMILY workqueue

#include "../common/foreign.h"
#include "workqueue.c"

CYCLESCOPE_SHARE(s_work, work);
CYCLESCOPE_SHARE(s_done, done);
CYCLESCOPE_SHARE(s_runs, runs);
CYCLESCOPE_SHARE(s_submitted, submitted);
CYCLESCOPE_SHARE(s_wrong, failures);
