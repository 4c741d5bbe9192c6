#include "cyclescope/linux.h"

#include <stdlib.h>

#include "cyclescope/agent.h"
#include "counters.h"
#include "host.h"
#include "kernel_events.h"
#include "machine.h"
#include "realtime.h"

void cyclescope_linux_agent(void)
{
    const char *launch = getenv("CYCLESCOPE_LAUNCH");
    const char *patience = getenv("CYCLESCOPE_PATIENCE");
    const cyclescope_host_options options = {
        .launch_context = launch ? launch : "local",
        .patience_s = patience ? (uint32_t)strtoul(patience, NULL, 10) : 0};
    cyclescope_host_start(&options);
    cyclescope_machine_start();
    cyclescope_realtime_start();
    cyclescope_kernel_events_start();
    cyclescope_counters_start();
    for (;;) cyclescope_agent();
}
