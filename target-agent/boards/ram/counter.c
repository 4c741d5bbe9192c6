/*
 * The cycle counter as a second clock of an image. The host tries whether a core's counter moves. Then it replaces
 * each function of the SysTick clock by the one with `dwt` in its place, and leaves the others out; else it leaves
 * these out. So both measure without a choice while they measure, and neither takes room for the other.
 */
#include <stdint.h>

/* The other clock's header, which other headers include, would define the same names once more. */
#define CYCLESCOPE_SYSTICK_CLOCK_H
#include "../../clocks/dwt/cyclescope_clock.h"

#define cyclescope_clock_info_get cyclescope_dwt_info_get
#define cyclescope_clock_start cyclescope_dwt_start
#define cyclescope_clock_check cyclescope_dwt_check
#define cyclescope_clock_begin_block cyclescope_dwt_begin_block
#define cyclescope_clock_check_block cyclescope_dwt_check_block

#include "../../clocks/dwt/dwt.c"

void SysTick_Handler(void);

uint32_t cyclescope_dwt_now(void);
uint32_t cyclescope_dwt_now(void) { return cyclescope_clock_now(); }

/** Nothing has to be counted in front of the kernel's tick. */
void cyclescope_dwt_handler(void);
void cyclescope_dwt_handler(void) { SysTick_Handler(); }
