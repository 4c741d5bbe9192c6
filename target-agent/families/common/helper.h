/** The second thread of two-thread operations: started before a round, deleted after it. */
#ifndef CYCLESCOPE_BENCHES_HELPER_H
#define CYCLESCOPE_BENCHES_HELPER_H

#include "cyclescope/bench.h"

/** Starts the second thread; returns the reason if there is none. One above the agent runs at once. */
CYCLESCOPE_UNUSED static const char *cyclescope_helper_start(void (*entry)(void *unused),
                                                             cyclescope_level level)
{
    const char *refused = CYCLESCOPE_HELPER_REFUSED;
    if (refused) return refused;
    if (level != CYCLESCOPE_BESIDE && !cyclescope_os_keeps_priorities()) {
        return "needs strict priority scheduling";
    }
    cyclescope_os_thread_prepare(&cyclescope_os_helper, entry, NULL);
    if (!cyclescope_os_helper_create(&cyclescope_os_helper, level)) {
        return "the second thread could not be created";
    }
    cyclescope_os_thread_announce(&cyclescope_os_helper);
    return NULL;
}

/** Deletes the second thread in any state. */
CYCLESCOPE_UNUSED static void cyclescope_helper_end(void)
{
    cyclescope_os_helper_delete(&cyclescope_os_helper);
}

#endif
