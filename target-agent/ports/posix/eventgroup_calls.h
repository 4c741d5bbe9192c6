#define CYCLESCOPE_EVENTGROUP_REFUSED "POSIX has no event groups"
#include "../none/eventgroup_calls.h"
