/** What other languages call of `benches/eventgroup.c`, and what they share with it; see foreign.h. */
#define CYCLESCOPE_FAMILY eventgroup

#include "foreign.h"
#include "benches/eventgroup.c"

CYCLESCOPE_SHARE(s_group, group);
CYCLESCOPE_SHARE(s_unseen, failures);
