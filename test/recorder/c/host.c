#include "host.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "SEGGER_RTT.h"
#include "SEGGER_SYSVIEW.h"
#include "interrupts.h"

#define READINGS 64

static FILE *stream_file;
static FILE *log_file;
static uint64_t now = 5000;
static uint64_t origin;
static uint32_t sleep_ticks;
static uint64_t readings[READINGS];
static unsigned reading_count;

U32 SEGGER_SYSVIEW_X_GetTimestamp(void)
{
    interrupts_here();
    static uint32_t step = 1;
    step = step * 48271u % 65521u;
    now += 1 + step % 300 + sleep_ticks;
    sleep_ticks = 0;
    // The recorder's first reading, while it is initialised, is the origin of its deltas.
    if (origin == 0) origin = now;
    readings[reading_count++ % READINGS] = now - origin;
#if SEGGER_SYSVIEW_TIMESTAMP_BITS < 32
    return (U32)(now & ((1u << SEGGER_SYSVIEW_TIMESTAMP_BITS) - 1));
#else
    return (U32)now;
#endif
}

U32 SEGGER_SYSVIEW_X_GetInterruptId(void) { return 15; }

void host_open(const char *stream, const char *log)
{
    stream_file = fopen(stream, "wb");
    log_file = fopen(log, "wb");
    if (stream_file == NULL || log_file == NULL) exit(1);
}

void host_close(void)
{
    fclose(stream_file);
    fclose(log_file);
}

void host_sleep(uint32_t ticks) { sleep_ticks = ticks; }

void host_mark(void) { reading_count = 0; }

unsigned host_packet_reading(void)
{
#if SEGGER_SYSVIEW_POST_MORTEM_MODE == 1
    return 0;
#else
    return reading_count - 1;
#endif
}

void host_log(unsigned reading, const char *format, ...)
{
    va_list arguments;
    fprintf(log_file, "%llu\t", (unsigned long long)readings[reading % READINGS]);
    va_start(arguments, format);
    vfprintf(log_file, format, arguments);
    va_end(arguments);
    putc('\n', log_file);
}

void host_drain(void)
{
    char bytes[4096];
    unsigned count;
    while ((count = SEGGER_RTT_ReadUpBufferNoLock((unsigned)SEGGER_SYSVIEW_GetChannelID(), bytes,
                                                  sizeof bytes)) > 0) {
        fwrite(bytes, 1, count, stream_file);
    }
}
