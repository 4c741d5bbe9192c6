// Records with SEGGER's own recorder and writes the stream and a log of the recorded packets.
#include <string.h>

#include "SEGGER_RTT.h"
#include "SEGGER_SYSVIEW.h"
#include "host.h"
#include "interrupts.h"
#include "script.h"

// Everything there is to record, twice, with the recorder stopped in between.
static void record_all(void)
{
    script_start();
    script_tasks();
    script_values();
    script_names();
    script_prints();
    script_stop();
    script_start();
    script_modules();
    script_stop();
}

// A reader that comes too late: bursts overflow the up-buffer. The last call finds it empty.
static void record_bursts(void)
{
    script_start();
    unsigned n = 0;
    for (unsigned burst = 1; burst <= 12; burst++) {
        for (unsigned end = n + 60 * burst; n < end; n++) script_work(n);
        host_drain();
    }
    script_work(n);
    host_drain();
}

// Post mortem: without a reader, the oldest packets are overwritten.
static void record_and_die(void)
{
    SEGGER_SYSVIEW_Start();
    for (unsigned n = 0; n < 5000; n++) script_work(n);
    host_drain();
}

// The agent's own beginning of a recording, as often as there are places for an interrupt in it.
static void record_interrupted(void)
{
    unsigned places = 1;
    script_agent_init();
    for (unsigned place = 0; place <= places; place++) {
        interrupts_at(place);
        script_agent_start();
        places = interrupts_at(0);
        SEGGER_SYSVIEW_Stop();
        host_drain();
    }
    host_log(0, "%u", places);
}

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    host_open(argv[2], argv[3]);
    script_init();
    if (strcmp(argv[1], "all") == 0) record_all();
    if (strcmp(argv[1], "bursts") == 0) record_bursts();
    if (strcmp(argv[1], "post-mortem") == 0) record_and_die();
    if (strcmp(argv[1], "interrupted") == 0) record_interrupted();
    host_close();
    return 0;
}
