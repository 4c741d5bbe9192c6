/** Reports facts about the kernel, its configuration and the board. */
#include <SEGGER_RTT.h>
#include <zephyr/devicetree.h>
#include <zephyr/kernel.h>
/* It was elsewhere before 3.5. */
#if __has_include(<zephyr/version.h>)
#include <zephyr/version.h>
#else
#include <version.h>
#endif

#include "../../parts/cortex-m/caching.h"
#include "../../parts/cortex-m/core_facts.h"
#include "cyclescope/port.h"
#include "cyclescope_os.h"

/** The memory node behind a device tree `chosen` entry, such as `memory@20000000`. */
#define CHOSEN_MEMORY(choice) \
    COND_CODE_1(DT_HAS_CHOSEN(choice), (DT_NODE_FULL_NAME(DT_CHOSEN(choice))), ("unknown"))

#ifdef CONFIG_BOARD_TARGET
#define BOARD CONFIG_BOARD_TARGET
#elif defined(CONFIG_BOARD_QUALIFIERS)
#define BOARD CONFIG_BOARD "/" CONFIG_BOARD_QUALIFIERS
#else
#define BOARD CONFIG_BOARD
#endif

static const char *heap_name(void)
{
    if (IS_ENABLED(CONFIG_CYCLESCOPE_ZERO_HEAP)) return "none";
    if (IS_ENABLED(CONFIG_CYCLESCOPE_HEAP_OBJECT)) return "k_heap";
    return IS_ENABLED(CONFIG_CYCLESCOPE_HEAP_LIBC) ? "libc" : "k_malloc";
}

/** Names the ready queue's data structure; a list makes creating many threads slow. */
static const char *scheduler(void)
{
    if (IS_ENABLED(CONFIG_SCHED_SCALABLE)) return "balanced tree";
    return IS_ENABLED(CONFIG_SCHED_MULTIQ) ? "queue for each priority" : "one list";
}

static const char *stack_check(void)
{
    if (IS_ENABLED(CONFIG_MPU_STACK_GUARD)) return "MPU guard";
    if (IS_ENABLED(CONFIG_BUILTIN_STACK_GUARD)) return "stack limit registers";
    if (IS_ENABLED(CONFIG_STACK_CANARIES)) return "canaries";
    return IS_ENABLED(CONFIG_STACK_SENTINEL) ? "sentinel" : "0";
}

static void scheduling_facts(cyclescope_fact_sink sink)
{
    cyclescope_fact_number(sink, "tickless", IS_ENABLED(CONFIG_TICKLESS_KERNEL));
    /* In a tickless kernel nothing happens at that rate, so no sample could show it. */
    if (!IS_ENABLED(CONFIG_TICKLESS_KERNEL)) {
        cyclescope_fact_number(sink, "tick_hz", CYCLESCOPE_OS_TICK_HZ);
    }
    sink("scheduler", scheduler());
    cyclescope_fact_number(sink, "time_slicing", cyclescope_os_slices_time());
    cyclescope_fact_number(sink, "preemption", IS_ENABLED(CONFIG_PREEMPT_ENABLED));
}

static void check_facts(cyclescope_fact_sink sink)
{
    sink("stack_check", stack_check());
    cyclescope_fact_number(sink, "asserts", IS_ENABLED(CONFIG_ASSERT));
    cyclescope_fact_number(sink, "userspace", IS_ENABLED(CONFIG_USERSPACE));
    cyclescope_fact_number(sink, "spin_validate", IS_ENABLED(CONFIG_SPIN_VALIDATE));
}

static void memory_facts(cyclescope_fact_sink sink)
{
    sink("code_in",
         IS_ENABLED(CONFIG_XIP) ? CHOSEN_MEMORY(zephyr_flash) : CHOSEN_MEMORY(zephyr_sram));
    sink("data_in", CHOSEN_MEMORY(zephyr_sram));
    sink("stacks_in", CHOSEN_MEMORY(zephyr_sram));
    sink("rtt_memory", cyclescope_describe_caching(&_SEGGER_RTT));
    sink("flash_wait_states", CONFIG_CYCLESCOPE_FLASH_WAIT_STATES);
}

void cyclescope_port_facts(cyclescope_fact_sink sink)
{
    sink("os", "Zephyr");
    sink("os_version", KERNEL_VERSION_STRING);
    sink("board", BOARD);
    cyclescope_core_facts(sink);
    cyclescope_fact_number(sink, "core_hz", cyclescope_port_core_hz());
    sink("heap", heap_name());
    scheduling_facts(sink);
    check_facts(sink);
    memory_facts(sink);
    cyclescope_fact_number(sink, "threads_at_once", CYCLESCOPE_MAX_THREADS);
    cyclescope_fact_number(sink, "thread_stack_bytes", CONFIG_CYCLESCOPE_THREAD_STACK_SIZE);
    cyclescope_fact_number(sink, "posix", IS_ENABLED(CONFIG_CYCLESCOPE_POSIX));
}
