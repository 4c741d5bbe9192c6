/**
 * The inline functions of bench.h as ordinary functions, for languages that cannot call inline
 * ones. A window then contains the return from one and the call of another; loops of such a
 * language have empty twins of their own, which cost the same.
 */
#include "cyclescope/bench.h"

void cyclescope_interface_open(uint32_t *start);
uint32_t cyclescope_interface_close(void);
uint32_t cyclescope_interface_ticks(void);
void cyclescope_interface_store(cyclescope_run *run, uint32_t start, uint32_t stop, uint32_t tick);

void cyclescope_interface_open(uint32_t *start) { cyclescope_open_window(start); }
uint32_t cyclescope_interface_close(void) { return cyclescope_close_window(); }
uint32_t cyclescope_interface_ticks(void) { return cyclescope_os_ticks(); }
void cyclescope_interface_store(cyclescope_run *run, uint32_t start, uint32_t stop, uint32_t tick)
{
    cyclescope_store(run, start, stop, tick);
}
