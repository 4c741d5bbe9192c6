#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../moves.h"
#include "cyclescope/clock.h"
#include "cyclescope_clock.h"

/* Passed to an emulator started with `-icount shift=0,sleep=off`. */
#define COUNTS_INSTRUCTIONS "cyclescope.icount=1"
#define CLOCKSOURCE "/sys/devices/system/clocksource/clocksource0/current_clocksource"

#define CHECK_READINGS 1000u
/* Some clocks step every few tens of nanoseconds, the worst every few milliseconds. */
#define CHECK_MOST_READINGS 10000000u

static char s_name[32] = "CLOCK_MONOTONIC";
static cyclescope_clock_info s_info = {
    .name = s_name, .hz = 1000000000u, .unit = "ns", .ratio_num = 1, .ratio_den = 1};

static void read_file(const char *path, char *text, size_t size)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t length = file < 0 ? 0 : read(file, text, size - 1u);
    if (file >= 0) close(file);
    text[length > 0 ? length : 0] = 0;
}

const cyclescope_clock_info *cyclescope_clock_info_get(void) { return &s_info; }

void cyclescope_clock_start(void)
{
    char name[sizeof s_name];
    char command_line[2048];
    read_file(CLOCKSOURCE, name, sizeof name);
    name[strcspn(name, "\n")] = 0;
    if (*name) strcpy(s_name, name);
    read_file("/proc/cmdline", command_line, sizeof command_line);
    const char *mode = getenv("CYCLESCOPE_ICOUNT");
    const bool counts =
        strstr(command_line, COUNTS_INSTRUCTIONS) || (mode && strcmp(mode, "1") == 0);
    /* There, an instruction takes exactly one nanosecond. */
    if (!counts) return;
    s_info.unit = "instructions";
    s_info.asleep =
        "an idle core executes no instructions while this clock goes on: measure it on a "
        "board, or on local-linux";
}

const char *cyclescope_clock_check(void)
{
    uint32_t last = cyclescope_clock_now();
    bool moved = false;
    for (uint32_t i = 0; i < CHECK_READINGS || (!moved && i < CHECK_MOST_READINGS); ++i) {
        const uint32_t now = cyclescope_clock_now();
        if ((now - last) >> 31) return "the clock went backwards";
        moved = moved || now != last;
        last = now;
    }
    return moved ? NULL : "the clock has stopped";
}

void cyclescope_clock_begin_block(void) {}

const char *cyclescope_clock_check_block(void)
{
    return cyclescope_clock_moves() ? NULL : "the clock had stopped by the end of a block";
}
