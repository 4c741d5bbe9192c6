#include "realtime.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "system_file.h"

#define THROTTLING "/proc/sys/kernel/sched_rt_runtime_us"

static struct {
    bool fifo;
    bool one_cpu;
    char sched[96];
    char affinity[96];
    char locked[96];
    char throttling[96];
    char throttling_before[24];
} s_realtime;

static void take_priority(void)
{
    const struct sched_param parameters = {.sched_priority = CYCLESCOPE_PRIORITY};
    /*
     * A new thread starts with its creator's priority, and one whose priority is then lowered goes
     * before all others of its new priority: children would run last in, first out. Reset on fork,
     * their priority is raised instead, and they queue up.
     */
    s_realtime.fifo = sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0;
    if (s_realtime.fifo) {
        snprintf(s_realtime.sched, sizeof s_realtime.sched, "SCHED_FIFO/%d", CYCLESCOPE_PRIORITY);
    } else {
        snprintf(s_realtime.sched, sizeof s_realtime.sched, "SCHED_OTHER (SCHED_FIFO refused: %s)",
                 strerror(errno));
    }
}

/** The last CPU that we may use: the first ones serve most interrupts. */
static int last_cpu(const cpu_set_t *allowed)
{
    int last = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, allowed)) last = cpu;
    }
    return last;
}

static void take_cpu(void)
{
    cpu_set_t set;
    const bool known = sched_getaffinity(0, sizeof set, &set) == 0;
    const int cpu = known ? last_cpu(&set) : 0;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    s_realtime.one_cpu = sched_setaffinity(0, sizeof set, &set) == 0;
    if (s_realtime.one_cpu) {
        snprintf(s_realtime.affinity, sizeof s_realtime.affinity, "CPU %d", cpu);
    } else {
        snprintf(s_realtime.affinity, sizeof s_realtime.affinity, "any (one CPU refused: %s)",
                 strerror(errno));
    }
}

static void lock_memory(void)
{
    /* On fault: otherwise every stack is filled, used or not, and the first thread waits for its own. */
    const bool got = mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0;
    snprintf(s_realtime.locked, sizeof s_realtime.locked, got ? "on fault" : "refused: %s",
             strerror(errno));
}

static void stop_throttling(void)
{
    char before[sizeof s_realtime.throttling_before];
    if (!cyclescope_system_line(THROTTLING, before, sizeof before)) {
        snprintf(s_realtime.throttling, sizeof s_realtime.throttling, "unknown: %s", strerror(errno));
    } else if (strcmp(before, "-1") == 0) {
        snprintf(s_realtime.throttling, sizeof s_realtime.throttling, "off");
    } else if (cyclescope_system_write(THROTTLING, "-1")) {
        strcpy(s_realtime.throttling_before, before);
        snprintf(s_realtime.throttling, sizeof s_realtime.throttling, "off (%s us before)", before);
    } else {
        snprintf(s_realtime.throttling, sizeof s_realtime.throttling, "%s us a second (off refused: %s)",
                 before, strerror(errno));
    }
}

void cyclescope_realtime_start(void)
{
    take_cpu();
    take_priority();
    lock_memory();
    stop_throttling();
}

void cyclescope_realtime_restore(void)
{
    if (*s_realtime.throttling_before) cyclescope_system_write(THROTTLING, s_realtime.throttling_before);
    *s_realtime.throttling_before = 0;
}

bool cyclescope_realtime_got(void) { return s_realtime.fifo && s_realtime.one_cpu; }

void cyclescope_realtime_facts(cyclescope_fact_sink sink)
{
    sink("sched", s_realtime.sched);
    sink("affinity", s_realtime.affinity);
    sink("mlockall", s_realtime.locked);
    sink("rt_throttling", s_realtime.throttling);
}
