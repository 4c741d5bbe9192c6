/*
 * A stand-in for the agent on Linux: answers each line, and streams words that count up.
 *   stream N   N KiB of the stream
 *   time       the uptime, which shows whether two runs took the same course
 *   clock      the clock that the system has chosen
 *   crash      ends in a fault
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "init.h"

#define CLOCK_NAME "/sys/devices/system/clocksource/clocksource0/current_clocksource"

static void stream(unsigned kibibytes)
{
    static uint32_t next;
    for (uint32_t words[256]; kibibytes > 0; --kibibytes) {
        for (unsigned i = 0; i < 256; ++i) words[i] = next++;
        for (size_t sent = 0; sent < sizeof words;) {
            const ssize_t count = write(1, (const char *)words + sent, sizeof words - sent);
            if (count < 0) abort();
            sent += (size_t)count;
        }
    }
}

static void read_clock_name(char *text, int size)
{
    FILE *file = fopen(CLOCK_NAME, "r");
    if (!file || !fgets(text, size, file)) abort();
    text[strcspn(text, "\n")] = 0;
    fclose(file);
}

int main(void)
{
    if (getpid() == 1) cyclescope_linux_init();
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (!line[0]) continue;
        struct timespec now = {0, 0};
        if (strncmp(line, "stream ", 7) == 0) stream((unsigned)atoi(line + 7));
        if (strcmp(line, "time") == 0) clock_gettime(CLOCK_MONOTONIC, &now);
        if (strcmp(line, "clock") == 0) read_clock_name(line, sizeof line);
        if (strcmp(line, "crash") == 0) *(volatile int *)0 = 0;
        fprintf(stderr, "ok %s at=%ld.%09ld\n", line, (long)now.tv_sec, now.tv_nsec);
    }
    return 0;
}
