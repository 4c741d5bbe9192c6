#include "cyclescope/agent.h"

#include <stddef.h>

#include "commands.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"

void cyclescope_agent(void)
{
    cyclescope_clock_start();
    /* FreeRTOS gives the thread that it starts first two turns in a row. */
    cyclescope_port_idle();
    for (;;) {
        if (cyclescope_is_line_pending()) {
            char *line = cyclescope_line_take();
            if (line) cyclescope_command(line);
        } else {
            cyclescope_port_idle();
        }
    }
}
