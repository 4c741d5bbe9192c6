#define CYCLESCOPE_WORKQUEUE_REFUSED "POSIX has no work queues"
#include "../none/workqueue_calls.h"
