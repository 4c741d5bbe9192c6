/** A core's system registers in memory; every access updates the selected region. */
#ifndef CYCLESCOPE_SYSTEM_REGISTERS_H
#define CYCLESCOPE_SYSTEM_REGISTERS_H

#include <stdint.h>

uintptr_t fake_system_control(void);

#define CYCLESCOPE_SYSTEM_CONTROL fake_system_control()

#endif
