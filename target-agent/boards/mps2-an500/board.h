/** QEMU's mps2-an500: a Cortex-M7, the core of the white paper's board. */
#ifndef CYCLESCOPE_BOARD_H
#define CYCLESCOPE_BOARD_H

#define CYCLESCOPE_BOARD "mps2-an500"
#include "mps2.h"

#endif
