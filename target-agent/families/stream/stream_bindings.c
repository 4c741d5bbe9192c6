/** Exports `stream.c` to other languages; see foreign.h. */
#define CYCLESCOPE_FAMILY stream

#include "../common/foreign.h"
#include "stream.c"

CYCLESCOPE_SHARE(s_stream, stream);
CYCLESCOPE_SHARE(s_sent, sent);
CYCLESCOPE_SHARE(s_received, received);
CYCLESCOPE_SHARE(s_next, next);
CYCLESCOPE_SHARE(s_short, failures);
