/** Exports `eventgroup.c` to other languages; see foreign.h. */
#define CYCLESCOPE_FAMILY eventgroup

#include "../common/foreign.h"
#include "eventgroup.c"

CYCLESCOPE_SHARE(s_group, group);
CYCLESCOPE_SHARE(s_unseen, failures);
