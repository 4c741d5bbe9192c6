#define CYCLESCOPE_WORKQUEUE_REFUSED "POSIX has no work queues"
#include "../../parts/none/workqueue_calls.h"
