#include "interrupts.h"

#include "SEGGER_SYSVIEW.h"

static unsigned depth;
static unsigned places;
static unsigned wanted;
static int pending;
static int running;

// A kernel's tick, and an event of a module of the application's, which cannot be masked.
static void handle(void)
{
    pending = 0;
    running = 1;
    SEGGER_SYSVIEW_RecordEnterISR();
    SEGGER_SYSVIEW_RecordU32(600, 7);
    SEGGER_SYSVIEW_RecordExitISR();
    running = 0;
}

void interrupts_here(void)
{
    if (running) return;
    if (++places == wanted) pending = 1;
    if (pending && depth == 0) handle();
}

void interrupts_lock(void)
{
    interrupts_here();
    depth++;
}

void interrupts_unlock(void)
{
    depth--;
    interrupts_here();
}

unsigned interrupts_at(unsigned place)
{
    const unsigned before = places;
    places = 0;
    wanted = place;
    return before;
}
