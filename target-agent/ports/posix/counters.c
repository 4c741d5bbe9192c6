#include "counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
    int file;
    const char *name; /* name of the event, or NULL */
    char scope[32];
    char reason[64];
} s_counter = {.file = -1, .reason = "not asked for"};

static int open_counter(uint64_t event, pid_t process, int cpu)
{
    struct perf_event_attr attributes = {.type = PERF_TYPE_HARDWARE,
                                         .size = sizeof attributes,
                                         .config = event,
                                         .inherit = process == 0};
    return (int)syscall(SYS_perf_event_open, &attributes, process, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static bool read_counter(int file, uint64_t *count)
{
    return read(file, count, sizeof *count) == sizeof *count;
}

static const char *describe_error(int error)
{
    if (error == ENOENT || error == EOPNOTSUPP) return "the kernel offers none here";
    if (error == EACCES || error == EPERM) return "refused by /proc/sys/kernel/perf_event_paranoid";
    return strerror(error);
}

/** Keeps the counter if it can be opened and moves: an emulator's may stay at zero. */
static bool keep(const char *name, uint64_t event, pid_t process, int cpu)
{
    uint64_t count = 0;
    const int file = open_counter(event, process, cpu);
    if (file < 0) {
        snprintf(s_counter.reason, sizeof s_counter.reason, "%s", describe_error(errno));
        return false;
    }
    if (!read_counter(file, &count) || count == 0) {
        strcpy(s_counter.reason, "it stays at zero");
        close(file);
        return false;
    }
    s_counter.file = file;
    s_counter.name = name;
    return true;
}

/** Returns the CPU that we are pinned to, or -1. */
static int own_cpu(void)
{
    cpu_set_t set;
    const bool one = sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1;
    return one ? sched_getcpu() : -1;
}

/**
 * Counts the whole CPU where that is permitted: both threads of a switch and the kernel between
 * them. Otherwise counts this thread and those that it starts. Without the kernel's part a count
 * would not be the cost of an operation: then there is no counter.
 */
void cyclescope_counters_start(void)
{
    static const struct {
        const char *name;
        uint64_t event;
    } kinds[] = {{"instructions", PERF_COUNT_HW_INSTRUCTIONS},
                 {"cycles", PERF_COUNT_HW_CPU_CYCLES}};
    const int cpu = own_cpu();
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        if (cpu >= 0 && keep(kinds[i].name, kinds[i].event, -1, cpu)) {
            snprintf(s_counter.scope, sizeof s_counter.scope, "CPU %d", cpu);
            return;
        }
        if (keep(kinds[i].name, kinds[i].event, 0, -1)) {
            strcpy(s_counter.scope, "the agent's threads");
            return;
        }
    }
}

bool cyclescope_counters_read(uint64_t *count)
{
    return s_counter.name && read_counter(s_counter.file, count);
}

void cyclescope_counters_facts(cyclescope_fact_sink sink)
{
    char text[96];
    if (s_counter.name) {
        sink("counter", s_counter.name);
        sink("counter_scope", s_counter.scope);
    } else {
        snprintf(text, sizeof text, "none: %s", s_counter.reason);
        sink("counter", text);
    }
}
