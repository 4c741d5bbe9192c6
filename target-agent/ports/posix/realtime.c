#include "realtime.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

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
     * to the head of its new priority's queue: children would run last in, first out. With reset on
     * fork their priority is raised instead, and they queue up.
     */
    const int policy = SCHED_FIFO | SCHED_RESET_ON_FORK;
    /* The raw system call: musl's function of that name always fails. */
    s_realtime.fifo = syscall(SYS_sched_setscheduler, 0, policy, &parameters) == 0;
    if (s_realtime.fifo) {
        snprintf(s_realtime.sched, sizeof s_realtime.sched, "SCHED_FIFO/%d", CYCLESCOPE_PRIORITY);
    } else {
        snprintf(s_realtime.sched, sizeof s_realtime.sched, "SCHED_OTHER (SCHED_FIFO refused: %s)",
                 strerror(errno));
    }
}

/** Returns the last CPU that we may use: the first ones serve most interrupts. */
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

#ifdef CYCLESCOPE_NO_MMU

static void lock_memory(void) { strcpy(s_realtime.locked, "not needed: nothing is paged"); }

/* Nothing would restore it if the agent were killed: without an MMU there is no fork. */
static void stop_throttling(void)
{
    char now[sizeof s_realtime.throttling_before];
    const bool known = cyclescope_system_line(THROTTLING, now, sizeof now);
    snprintf(s_realtime.throttling, sizeof s_realtime.throttling,
             known ? "%s us a second, left as it was: there is no fork" : "unknown",
             known ? now : "");
}

#else

static void lock_memory(void)
{
    /*
     * On fault: otherwise every stack is populated, used or not, and the first thread waits for its
     * own.
     */
    const bool got = mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0;
    snprintf(s_realtime.locked, sizeof s_realtime.locked, got ? "on fault" : "refused: %s",
             strerror(errno));
}

/**
 * A system-wide setting must not outlive us, however we end: a second process waits for end of file
 * on a pipe that only this one holds open.
 */
static void watch_over_throttling(void)
{
    int end[2];
    if (pipe2(end, O_CLOEXEC) != 0) return;
    const pid_t watcher = fork();
    if (watcher != 0) {
        close(end[0]);
        return;
    }
    char nothing;
    for (int file = 0; file < 3; ++file) close(file);
    close(end[1]);
    for (int sign = 1; sign < SIGSYS; ++sign) signal(sign, SIG_IGN);
    /* Whoever ends us allows us a second, in which a busy computer may not run us otherwise. */
    const struct sched_param soon = {.sched_priority = 1};
    (void)syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &soon);
    while (read(end[0], &nothing, 1) < 0) continue;
    cyclescope_system_write(THROTTLING, s_realtime.throttling_before);
    _exit(0);
}

static void stop_throttling(void)
{
    char before[sizeof s_realtime.throttling_before];
    if (!cyclescope_system_line(THROTTLING, before, sizeof before)) {
        snprintf(s_realtime.throttling, sizeof s_realtime.throttling, "unknown: %s",
                 strerror(errno));
    } else if (strcmp(before, "-1") == 0) {
        snprintf(s_realtime.throttling, sizeof s_realtime.throttling, "off");
    } else if (cyclescope_system_write(THROTTLING, "-1")) {
        strcpy(s_realtime.throttling_before, before);
        watch_over_throttling();
        snprintf(s_realtime.throttling, sizeof s_realtime.throttling, "off (%s us before)", before);
    } else {
        snprintf(s_realtime.throttling, sizeof s_realtime.throttling,
                 "%s us a second (off refused: %s)", before, strerror(errno));
    }
}

#endif

void cyclescope_realtime_start(void)
{
    /* First, because it starts a process that must not inherit the other settings. */
    stop_throttling();
    take_cpu();
    take_priority();
    lock_memory();
}

bool cyclescope_realtime_is_granted(void) { return s_realtime.fifo && s_realtime.one_cpu; }

bool cyclescope_realtime_on_one_cpu(void) { return s_realtime.one_cpu; }

void cyclescope_realtime_facts(cyclescope_fact_sink sink)
{
    sink("sched", s_realtime.sched);
    sink("affinity", s_realtime.affinity);
    sink("mlockall", s_realtime.locked);
    sink("rt_throttling", s_realtime.throttling);
}
