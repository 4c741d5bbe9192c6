/**
 * The agent's side of a serial line without an agent: the exchange of boards, behind a
 * pseudo-terminal, which sends what the test asks for.
 *
 *     peer DAMAGED [TERMINAL]     one in DAMAGED bytes is damaged or lost, in both directions; 0: none
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "exchange.h"

static char **s_arguments;
static int s_terminal;
static uint32_t s_damaged;
static uint32_t s_moved;

static struct {
    char bytes[256];
    uint32_t used;
} s_control, s_line;
static uint32_t s_streamed;
static uint32_t s_asked;

/** Gives the byte as the line delivers it, or -1. */
static int through_line(uint8_t byte)
{
    ++s_moved;
    if (s_damaged == 0 || s_moved % s_damaged != 0) return byte;
    return s_moved / s_damaged % 2u ? byte ^ 0x20 : -1;
}

void cyclescope_uart_write(const uint8_t *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        const int byte = through_line(bytes[i]);
        const uint8_t sent = (uint8_t)byte;
        while (byte >= 0 && write(s_terminal, &sent, 1) != 1) usleep(1000);
    }
}

int cyclescope_uart_read(void)
{
    uint8_t byte;
    if (read(s_terminal, &byte, 1) == 1) return through_line(byte);
    usleep(200);
    return -1;
}

uint32_t cyclescope_uart_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

void cyclescope_uart_restart(void)
{
    char terminal[16];
    snprintf(terminal, sizeof terminal, "%d", s_terminal);
    char *arguments[] = {s_arguments[0], s_arguments[1], terminal, NULL};
    execv(arguments[0], arguments);
    abort();
}

uint32_t cyclescope_rings_take(uint32_t carried, uint8_t *to, uint32_t most)
{
    if (carried == CYCLESCOPE_CARRY_CONTROL) {
        const uint32_t taken = s_control.used;
        memcpy(to, s_control.bytes, taken);
        s_control.used = 0;
        return taken;
    }
    uint32_t taken = 0;
    for (; taken < most && s_streamed < s_asked; ++taken) to[taken] = (uint8_t)(7u * s_streamed++);
    return taken;
}

uint32_t cyclescope_rings_room(void) { return sizeof s_line.bytes - s_line.used; }

void cyclescope_rings_give(const uint8_t *bytes, uint32_t count)
{
    memcpy(&s_line.bytes[s_line.used], bytes, count);
    s_line.used += count;
}

static void say(const char *text)
{
    while (s_control.used != 0) cyclescope_exchange_serve();
    s_control.used = (uint32_t)strlen(text);
    memcpy(s_control.bytes, text, s_control.used);
}

/** `stream N`, `reset`, `mute` and `die`; whatever else is answered with itself. */
static void obey(const char *line)
{
    if (strcmp(line, "die") == 0) exit(0);
    if (strcmp(line, "reset") == 0) cyclescope_uart_restart();
    while (strcmp(line, "mute") == 0) sleep(1);
    if (sscanf(line, "stream %u", &s_asked) == 1) s_streamed = 0;
    char answer[sizeof s_line.bytes];
    snprintf(answer, sizeof answer, "ok %.200s\n", line);
    say(answer);
}

static void open_terminal(void)
{
    s_terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (s_terminal < 0 || grantpt(s_terminal) != 0 || unlockpt(s_terminal) != 0) abort();
    /* The other side may close it again. */
    if (open(ptsname(s_terminal), O_RDWR | O_NOCTTY) < 0) abort();
    printf("%s\n", ptsname(s_terminal));
    fflush(stdout);
}

int main(int count, char **arguments)
{
    s_arguments = arguments;
    s_damaged = count > 1 ? (uint32_t)atoi(arguments[1]) : 0;
    if (count > 2) {
        s_terminal = atoi(arguments[2]);
    } else {
        open_terminal();
    }
    for (;;) {
        char *end = memchr(s_line.bytes, '\n', s_line.used);
        if (end) {
            *end++ = 0;
            char line[sizeof s_line.bytes];
            strcpy(line, s_line.bytes);
            s_line.used -= (uint32_t)(end - s_line.bytes);
            memmove(s_line.bytes, end, s_line.used);
            obey(line);
        }
        cyclescope_exchange_idle();
        usleep(1000);
    }
}
