/* A stand-in for an agent: answers control lines and streams counted words. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "SEGGER_RTT.h"

#ifndef CONTROL_NAME
#define CONTROL_NAME "cyclescope"
#endif

enum { CONTROL = 1, STREAM = 2, BLOCK_WORDS = 256, LINE_LENGTH = 255 };

__attribute__((section(".rtt.buffers"), aligned(64))) static char control_up[512];
__attribute__((section(".rtt.buffers"), aligned(64))) static char control_down[64];
__attribute__((section(".rtt.buffers"), aligned(64))) static char stream_up[65536];

static unsigned lines = 0;
static uint32_t next_word = 0;

static void send(unsigned channel, const void *bytes, unsigned length)
{
    const char *rest = bytes;
    while (length > 0) {
        const unsigned written = SEGGER_RTT_Write(channel, rest, length);
        rest += written;
        length -= written;
    }
}

static void answer(const char *text)
{
    send(CONTROL, text, strlen(text));
    send(CONTROL, "\n", 1);
}

static void stream(unsigned long kilobytes)
{
    static uint32_t block[BLOCK_WORDS];
    while (kilobytes-- > 0) {
        for (unsigned i = 0; i < BLOCK_WORDS; i++) block[i] = next_word++;
        send(STREAM, block, sizeof block);
    }
}

static void obey(const char *line)
{
    lines++;
    if (strncmp(line, "stream ", 7) == 0) {
        stream(strtoul(line + 7, NULL, 10));
        answer("ok stream");
    } else if (strcmp(line, "lines") == 0) {
        char text[] = "ok lines=0";
        text[sizeof text - 2] = (char)('0' + lines % 10);
        answer(text);
    } else if (strcmp(line, "crash") == 0) {
        /* A fault inside the fault handler locks the core up. */
        *(volatile uint32_t *)0xE000ED08 = 0x3F000000;
        __asm volatile("udf #0");
    } else {
        send(CONTROL, "ok ", 3);
        answer(line);
    }
}

/** Wakes the core every millisecond, so that it can sleep while nobody writes to it. */
static void start_ticks(void)
{
    volatile uint32_t *const systick = (volatile uint32_t *)0xE000E010;
    systick[1] = 25000 - 1;
    systick[2] = 0;
    systick[0] = 7;
}

int main(void)
{
    static char line[LINE_LENGTH + 1];
    unsigned length = 0;
    SEGGER_RTT_Init();
    SEGGER_RTT_ConfigUpBuffer(CONTROL, CONTROL_NAME, control_up, sizeof control_up,
                              SEGGER_RTT_MODE_NO_BLOCK_TRIM);
    SEGGER_RTT_ConfigDownBuffer(CONTROL, CONTROL_NAME, control_down, sizeof control_down,
                                SEGGER_RTT_MODE_NO_BLOCK_TRIM);
    SEGGER_RTT_ConfigUpBuffer(STREAM, "SysView", stream_up, sizeof stream_up,
                              SEGGER_RTT_MODE_NO_BLOCK_TRIM);
    start_ticks();
    for (;;) {
        char c;
        if (SEGGER_RTT_Read(CONTROL, &c, 1) != 1) {
            __asm volatile("wfi");
            continue;
        }
        if (c != '\n') {
            if (length < LINE_LENGTH) line[length++] = c;
            continue;
        }
        line[length] = '\0';
        length = 0;
        obey(line);
    }
}
