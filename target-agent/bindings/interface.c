/**
 * What bench.h does with inline functions, as functions: other languages can call no others. Reading
 * the clock costs a call more then; loops of such a language have empty twins of their own, which
 * cost the same.
 */
#include "cyclescope/bench.h"

uint32_t cyclescope_interface_now(void);
uint32_t cyclescope_interface_ticks(void);
void cyclescope_interface_store(cyclescope_run *run, uint32_t start, uint32_t stop, uint32_t tick);

uint32_t cyclescope_interface_now(void) { return cyclescope_clock_now(); }
uint32_t cyclescope_interface_ticks(void) { return cyclescope_os_ticks(); }
void cyclescope_interface_store(cyclescope_run *run, uint32_t start, uint32_t stop, uint32_t tick)
{
    cyclescope_store(run, start, stop, tick);
}
