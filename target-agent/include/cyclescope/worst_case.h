/**
 * Worst-case timing: an agent built with CYCLESCOPE_WORST_CASE_TIMING measures without caches, so
 * that figures hold whatever ran before. The agent handles the caches of a Cortex-M. Anything else
 * between a chip's flash and its core must be switched off by the board, in a function of this
 * name; on an STM32F7, for example, the ART accelerator and the prefetch:
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

/** Switches off the board's memory accelerators; false: they are still on. */
bool cyclescope_board_accelerators_off(void) __attribute__((weak));

#endif
