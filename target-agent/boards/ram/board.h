/** A Cortex-M of which the host has found out what it is, and everything in its RAM. */
#ifndef CYCLESCOPE_BOARD_H
#define CYCLESCOPE_BOARD_H

#include "given.h"

#define CYCLESCOPE_BOARD "RAM"
#define CYCLESCOPE_BOARD_NAME cyclescope_given.board
#define CYCLESCOPE_RAM_BASE 0u
#define CYCLESCOPE_FLASH_WAIT_STATES "none (code in RAM)"

#endif
