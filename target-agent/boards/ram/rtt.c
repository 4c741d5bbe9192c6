/*
 * RTT for the agent alone, in place of SEGGER's, which is for many writers: only the agent's thread uses a channel, but
 * for the report of a fault, after which nothing else does.
 */
#include "SEGGER_RTT.h"

#define FENCE() __asm volatile("dmb" ::: "memory")

SEGGER_RTT_CB _SEGGER_RTT;

/** Begins the block by the text that the host looks for. */
void SEGGER_RTT_Init(void)
{
    /* Not there as a whole before: a program's own texts must not look like a block. */
    static const char id[] = "\0\0\0\0\0\0TTR REGGES";
    _SEGGER_RTT.MaxNumUpBuffers = SEGGER_RTT_MAX_NUM_UP_BUFFERS;
    _SEGGER_RTT.MaxNumDownBuffers = SEGGER_RTT_MAX_NUM_DOWN_BUFFERS;
    for (unsigned i = 0; i < sizeof _SEGGER_RTT.acID; ++i) {
        _SEGGER_RTT.acID[i] = id[sizeof _SEGGER_RTT.acID - 1u - i];
    }
}

int SEGGER_RTT_ConfigUpBuffer(unsigned channel, const char *name, void *buffer, unsigned size,
                              unsigned flags)
{
    SEGGER_RTT_BUFFER_UP *up = &_SEGGER_RTT.aUp[channel];
    up->sName = name;
    up->pBuffer = buffer;
    up->SizeOfBuffer = size;
    up->Flags = flags;
    return 0;
}

int SEGGER_RTT_ConfigDownBuffer(unsigned channel, const char *name, void *buffer, unsigned size,
                                unsigned flags)
{
    SEGGER_RTT_BUFFER_DOWN *down = &_SEGGER_RTT.aDown[channel];
    down->sName = name;
    down->pBuffer = buffer;
    down->SizeOfBuffer = size;
    down->Flags = flags;
    return 0;
}

unsigned SEGGER_RTT_GetAvailWriteSpace(unsigned channel)
{
    const SEGGER_RTT_BUFFER_UP *up = &_SEGGER_RTT.aUp[channel];
    const unsigned read = up->RdOff;
    return read > up->WrOff ? read - up->WrOff - 1u : read + up->SizeOfBuffer - up->WrOff - 1u;
}

unsigned SEGGER_RTT_WriteNoLock(unsigned channel, const void *data, unsigned bytes)
{
    SEGGER_RTT_BUFFER_UP *up = &_SEGGER_RTT.aUp[channel];
    const char *from = data;
    unsigned at = up->WrOff;
    if (bytes > SEGGER_RTT_GetAvailWriteSpace(channel)) return 0;
    for (const char *const end = from + bytes; from < end;) {
        up->pBuffer[at++] = *from++;
        if (at == up->SizeOfBuffer) at = 0;
    }
    FENCE();
    up->WrOff = at;
    return bytes;
}

unsigned SEGGER_RTT_Write(unsigned channel, const void *data, unsigned bytes)
{
    return SEGGER_RTT_WriteNoLock(channel, data, bytes);
}

unsigned SEGGER_RTT_Read(unsigned channel, void *data, unsigned bytes)
{
    SEGGER_RTT_BUFFER_DOWN *down = &_SEGGER_RTT.aDown[channel];
    char *to = data;
    unsigned at = down->RdOff;
    while (bytes && at != down->WrOff) {
        *to++ = down->pBuffer[at++];
        if (at == down->SizeOfBuffer) at = 0;
        --bytes;
    }
    FENCE();
    down->RdOff = at;
    return (unsigned)(to - (char *)data);
}
