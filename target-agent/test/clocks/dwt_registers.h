/** Registers in memory for the DWT clock: every access to the unit advances the counter. */
#ifndef CYCLESCOPE_DWT_REGISTERS_H
#define CYCLESCOPE_DWT_REGISTERS_H

#include <stdint.h>

uintptr_t fake_dwt(void);
uintptr_t fake_demcr(void);

#define CYCLESCOPE_DWT_BASE fake_dwt()
#define CYCLESCOPE_DEMCR fake_demcr()

#endif
