/** Port functions for Linux, except the stream. */
#include "cyclescope/port.h"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "host.h"
#include "kernel_events.h"
#include "machine.h"
#include "realtime.h"
#include "stream.h"

#define WAIT_NS 1000000

/* The core waits for the host only outside of rounds: the one place where blocking is allowed. */
void cyclescope_port_wait_tick(void)
{
    if (!cyclescope_stream_is_empty()) {
        cyclescope_stream_flush();
        return;
    }
    const struct timespec pause = {.tv_nsec = WAIT_NS};
    nanosleep(&pause, NULL);
}

/* No tick is visible, so there is nothing to align to. */
void cyclescope_port_align(uint32_t phase) { (void)phase; }

bool cyclescope_port_counter(uint64_t *count) { return cyclescope_counters_read(count); }

uint32_t cyclescope_port_preemptions(void)
{
    struct rusage usage = {0};
    (void)getrusage(RUSAGE_SELF, &usage);
    return (uint32_t)usage.ru_nivcsw;
}

void cyclescope_port_idle(void) { cyclescope_host_await(); }

int cyclescope_control_read(void) { return cyclescope_host_read(); }
uint32_t cyclescope_control_room(void) { return UINT32_MAX; }
void cyclescope_control_write(const char *text, uint32_t bytes)
{
    cyclescope_host_write(STDERR_FILENO, text, bytes);
}

void cyclescope_port_facts(cyclescope_fact_sink sink)
{
    cyclescope_machine_facts(sink);
    cyclescope_host_facts(sink);
    cyclescope_realtime_facts(sink);
    cyclescope_counters_facts(sink);
    cyclescope_kernel_events_facts(sink);
}
