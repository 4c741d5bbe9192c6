#include "machine.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "cyclescope_os.h"
#include "system_file.h"

#ifdef CYCLESCOPE_NO_MMU
#define MEMORY_UNIT "none: no MMU"
#define MEMORY "RAM, not paged"
#else
#define MEMORY_UNIT "MMU"
#define MEMORY "RAM, paged"
#endif

#define CPU0 "/sys/devices/system/cpu/cpu0/"

static struct {
    struct utsname kernel;
    char board[96];
    char core[96];
    char description[224];
    uint32_t core_hz;
} s_machine;

/** Maps Arm's part numbers, as in /proc/cpuinfo, to core names. */
static const char *arm_core(const char *part)
{
    static const struct {
        const char *part;
        const char *name;
    } cores[] = {{"0xc05", "Cortex-A5"},  {"0xc07", "Cortex-A7"},  {"0xc08", "Cortex-A8"},
                 {"0xc09", "Cortex-A9"},  {"0xc0f", "Cortex-A15"}, {"0xd03", "Cortex-A53"},
                 {"0xd04", "Cortex-A35"}, {"0xd05", "Cortex-A55"}, {"0xd07", "Cortex-A57"},
                 {"0xd08", "Cortex-A72"}, {"0xd0b", "Cortex-A76"}};
    for (unsigned i = 0; i < sizeof cores / sizeof *cores; ++i) {
        if (strcmp(cores[i].part, part) == 0) return cores[i].name;
    }
    return NULL;
}

static void find_core(void)
{
    char part[24];
    const char *arm = NULL;
    if (cyclescope_system_value("/proc/cpuinfo", "CPU part", part, sizeof part))
        arm = arm_core(part);
    if (arm) {
        strcpy(s_machine.core, arm);
    } else if (!cyclescope_system_value("/proc/cpuinfo", "model name", s_machine.core,
                                        sizeof s_machine.core)) {
        snprintf(s_machine.core, sizeof s_machine.core, "%s", s_machine.kernel.machine);
    }
    char text[24];
    if (cyclescope_system_line(CPU0 "cpufreq/cpuinfo_max_freq", text, sizeof text)) {
        s_machine.core_hz = (uint32_t)strtoul(text, NULL, 10) * 1000u;
    } else if (cyclescope_system_value("/proc/cpuinfo", "cpu MHz", text, sizeof text)) {
        s_machine.core_hz = (uint32_t)strtoul(text, NULL, 10) * 1000000u;
    }
}

static void find_board(void)
{
    char *board = s_machine.board;
    const size_t size = sizeof s_machine.board;
    if (cyclescope_system_line("/proc/device-tree/model", board, size)) return;
    if (cyclescope_system_line("/sys/class/dmi/id/product_name", board, size)) return;
    strcpy(board, "unknown");
}

/** A comma would start another item. */
static void append_item(const char *key, const char *value)
{
    const size_t used = strlen(s_machine.description);
    char *at = &s_machine.description[used];
    snprintf(at, sizeof s_machine.description - used, "%s=%s", key, value);
    for (char *c = at; *c; ++c) {
        if (c > at && *c == ',') *c = ' ';
    }
}

void cyclescope_machine_start(void)
{
    uname(&s_machine.kernel);
    find_core();
    find_board();
    append_item("N", "Cyclescope");
    append_item(",D", s_machine.board);
    append_item(",C", s_machine.core);
    append_item(",O", "Linux");
}

uint32_t cyclescope_machine_core_hz(void) { return s_machine.core_hz; }
const char *cyclescope_machine_description(void) { return s_machine.description; }

static void file_fact(cyclescope_fact_sink sink, const char *key, const char *path)
{
    char text[128];
    sink(key, cyclescope_system_line(path, text, sizeof text) ? text : "unknown");
}

static const char *preemption(void)
{
    static const char *const kinds[] = {"PREEMPT_RT", "PREEMPT_DYNAMIC", "PREEMPT"};
    char text[8];
    if (cyclescope_system_line("/sys/kernel/realtime", text, sizeof text) && *text == '1')
        return kinds[0];
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        if (strstr(s_machine.kernel.version, kinds[i])) return kinds[i];
    }
    return "voluntary or none";
}

/** A generator that is not ready mixes its pool again for every number that the kernel takes. */
static void random_facts(cyclescope_fact_sink sink)
{
    static const char seed[] = "cyclescope.random_seed=";
    char line[2048];
    char byte;
    sink("random", getrandom(&byte, 1u, GRND_NONBLOCK) == 1 ? "ready" : "not ready");
    const bool has_line = cyclescope_system_line("/proc/cmdline", line, sizeof line);
    char *value = has_line ? strstr(line, seed) : NULL;
    if (!value) return;
    value += strlen(seed);
    value[strcspn(value, " ")] = 0;
    sink("random_seed", value);
}

static void kernel_facts(cyclescope_fact_sink sink)
{
    sink("os", "Linux");
    sink("os_version", s_machine.kernel.release);
    sink("kernel", s_machine.kernel.version);
    sink("preempt", preemption());
    sink("preemption", "1");
    cyclescope_fact_number(sink, "time_slicing", cyclescope_os_slices_time() ? 1u : 0u);
    sink("tick_hz", "0");
    sink("ticks", "not visible to a program: none is flagged");
    file_fact(sink, "clocksource",
              "/sys/devices/system/clocksource/clocksource0/current_clocksource");
    random_facts(sink);
}

static void core_facts(cyclescope_fact_sink sink)
{
    sink("board", s_machine.board);
    sink("core", s_machine.core);
    cyclescope_fact_number(sink, "core_hz", s_machine.core_hz);
    cyclescope_fact_number(sink, "cpus", (uint32_t)sysconf(_SC_NPROCESSORS_ONLN));
    file_fact(sink, "smt", "/sys/devices/system/cpu/smt/control");
    file_fact(sink, "governor", CPU0 "cpufreq/scaling_governor");
    sink("mpu", MEMORY_UNIT);
    sink("caches", "on");
    sink("fp_stacking", "by the kernel");
    sink("flash_wait_states", "none (RAM)");
}

/** The C library is measured as well: the system's own, or the one that is linked in. */
static void libc_facts(cyclescope_fact_sink sink)
{
    char text[48];
    char name[32] = "unknown";
#ifdef __GLIBC__
    snprintf(name, sizeof name, "glibc %s", gnu_get_libc_version());
#elif defined(CYCLESCOPE_LIBC_NAME)
    snprintf(name, sizeof name, CYCLESCOPE_LIBC_NAME);
#endif
    snprintf(text, sizeof text, "%s (" CYCLESCOPE_LIBC ")", name);
    sink("libc", text);
    snprintf(text, sizeof text, "%s malloc", name);
    sink("heap", text);
}

void cyclescope_machine_facts(cyclescope_fact_sink sink)
{
    kernel_facts(sink);
    core_facts(sink);
    libc_facts(sink);
    static const char *const memory[] = {"code_in", "data_in", "stacks_in"};
    for (unsigned i = 0; i < sizeof memory / sizeof *memory; ++i) sink(memory[i], MEMORY);
    cyclescope_fact_number(sink, "threads_at_once", CYCLESCOPE_MAX_THREADS);
    cyclescope_fact_number(sink, "thread_stack_bytes", CYCLESCOPE_THREAD_STACK_BYTES);
}
