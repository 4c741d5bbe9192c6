/** Exports `queue.c` to other languages; see foreign.h. */
#define CYCLESCOPE_FAMILY queue

#include "../common/foreign.h"
#include "queue.c"

CYCLESCOPE_SHARE(s_queue, queue);
CYCLESCOPE_SHARE(s_items, items);
CYCLESCOPE_SHARE(s_failures, failures);
const uint32_t CYCLESCOPE_NAME(length) = LENGTH_CREATED;
