/** Registers common to all images of Arm's MPS2 board, as QEMU emulates them. */
#ifndef CYCLESCOPE_MPS2_H
#define CYCLESCOPE_MPS2_H

#define CYCLESCOPE_RAM_BASE 0x20000000u
/** Rounds of two instructions in one tick of 78,125. */
#define CYCLESCOPE_SPINS_PER_TICK 39062u
#define CYCLESCOPE_FLASH_WAIT_STATES "none (emulated RAM)"
#define CYCLESCOPE_CODE_IN "emulated RAM at 0x00000000"
#define CYCLESCOPE_DATA_IN "emulated RAM at 0x20000000"
#define CYCLESCOPE_STACKS_IN "emulated RAM at 0x20000000"

#endif
