/** QEMU's mps2-an500: a Cortex-M7, the core of the white paper's board. */
#ifndef CYCLESCOPE_BOARD_H
#define CYCLESCOPE_BOARD_H

#define CYCLESCOPE_BOARD "mps2-an500"
#define CYCLESCOPE_CORE "Cortex-M7"
#define CYCLESCOPE_RAM_BASE 0x20000000u
/** Rounds of two instructions in one tick of 78,125. */
#define CYCLESCOPE_SPINS_PER_TICK 39062u
/** The emulated timer goes on in WFI; the cycle counter of many real cores does not. */
#define CYCLESCOPE_CLOCK_RUNS_IN_SLEEP 1
#define CYCLESCOPE_HEAP "heap_4"
#define CYCLESCOPE_FLASH_WAIT_STATES "none (emulated RAM)"
#define CYCLESCOPE_CODE_IN "emulated RAM at 0x00000000"
#define CYCLESCOPE_DATA_IN "emulated RAM at 0x20000000"
#define CYCLESCOPE_STACKS_IN "emulated RAM at 0x20000000"

#endif
