#include "counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/** Whether a counter can be opened and moves: an emulator may have one that always reads zero. */
static bool counts(uint64_t event)
{
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_HARDWARE, .size = sizeof attributes, .config = event};
    const int file = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (file < 0) return false;
    uint64_t value = 0;
    const bool moves = read(file, &value, sizeof value) == sizeof value && value > 0;
    close(file);
    errno = 0;
    return moves;
}

void cyclescope_counters_facts(cyclescope_fact_sink sink)
{
    char text[96];
    const bool instructions = counts(PERF_COUNT_HW_INSTRUCTIONS);
    const int reason = errno;
    const bool cycles = counts(PERF_COUNT_HW_CPU_CYCLES);
    if (instructions || cycles) {
        snprintf(text, sizeof text, "%s%s%s can be counted, but are not",
                 instructions ? "instructions" : "", instructions && cycles ? " and " : "",
                 cycles ? "cycles" : "");
    } else {
        snprintf(text, sizeof text, "none: %s", reason ? strerror(reason) : "they stand still");
    }
    sink("perf", text);
}
