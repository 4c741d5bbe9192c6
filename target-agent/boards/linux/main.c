/** The agent as a Linux program: control lines on standard input and error, the stream on standard output. */
#include <stdlib.h>
#include <unistd.h>

#include "cyclescope/agent.h"
#include "counters.h"
#include "host.h"
#include "init.h"
#include "kernel_events.h"
#include "machine.h"
#include "realtime.h"

int main(void)
{
    if (getpid() == 1) cyclescope_linux_init();
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
    cyclescope_agent();
}
