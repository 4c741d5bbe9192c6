/** QEMU's mps2-an385: a Cortex-M3, and a machine that Zephyr has a board for as well. */
#ifndef CYCLESCOPE_BOARD_H
#define CYCLESCOPE_BOARD_H

#define CYCLESCOPE_BOARD "mps2-an385"
#include "mps2.h"

#endif
