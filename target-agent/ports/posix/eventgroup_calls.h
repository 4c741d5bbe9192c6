#define CYCLESCOPE_EVENTGROUP_REFUSED "POSIX has no event groups"
#include "../../parts/none/eventgroup_calls.h"
