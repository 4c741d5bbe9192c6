/**
 * Worst-case timing: an agent built with CYCLESCOPE_WORST_CASE_TIMING measures without caches, so that
 * figures hold whatever ran before. The agent knows the caches of a Cortex-M. What a chip has between
 * its flash and the core besides is the board's to switch off, by a function of this name; an
 * STM32F7 for one has its ART accelerator and the prefetch there:
 *
 *     bool cyclescope_board_accelerators_off(void)
 *     {
 *         FLASH->ACR &= ~(FLASH_ACR_ARTEN | FLASH_ACR_PRFTEN);
 *         return (FLASH->ACR & (FLASH_ACR_ARTEN | FLASH_ACR_PRFTEN)) == 0;
 *     }
 *
 * It is called when the agent starts and before each run.
 */
#ifndef CYCLESCOPE_WORST_CASE_H
#define CYCLESCOPE_WORST_CASE_H

#include <stdbool.h>

/** Switches off what the board has to make its memory seem faster; false: it is still on. */
bool cyclescope_board_accelerators_off(void) __attribute__((weak));

#endif
