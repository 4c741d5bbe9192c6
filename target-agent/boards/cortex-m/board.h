/**
 * Any Cortex-M: facts that its build does not define are read from the core, or reported as
 * unknown.
 */
#ifndef CYCLESCOPE_BOARD_H
#define CYCLESCOPE_BOARD_H

#ifndef CYCLESCOPE_BOARD
#define CYCLESCOPE_BOARD "unknown"
#endif
/** Identifiers of threads are sent as distances from here. */
#ifndef CYCLESCOPE_RAM_BASE
#define CYCLESCOPE_RAM_BASE 0x20000000u
#endif
#ifndef CYCLESCOPE_FLASH_WAIT_STATES
#define CYCLESCOPE_FLASH_WAIT_STATES "unknown"
#endif

#endif
