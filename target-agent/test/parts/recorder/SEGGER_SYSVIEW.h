/** The part of SEGGER's recorder that the start of a recording uses. */
#ifndef FAKE_SEGGER_SYSVIEW_H
#define FAKE_SEGGER_SYSVIEW_H

#include <stdint.h>

typedef uint32_t U32;

void fake_lock(void);
void fake_unlock(void);
#define SEGGER_SYSVIEW_LOCK() fake_lock()
#define SEGGER_SYSVIEW_UNLOCK() fake_unlock()

void SEGGER_SYSVIEW_EnableEvents(U32 mask);
void SEGGER_SYSVIEW_DisableEvents(U32 mask);
void SEGGER_SYSVIEW_Start(void);
void SEGGER_SYSVIEW_SendModule(uint8_t id);

#endif
