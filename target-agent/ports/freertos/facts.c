/** Reports facts about the kernel, its configuration and memory. */
#include "../../parts/cortex-m/caching.h"
#include "../../parts/cortex-m/core_facts.h"
#include "SEGGER_RTT.h"
#include "board.h"
#include "cyclescope/port.h"
#include "cyclescope_os.h"

/* A text that is known only when the agent starts; the recorder takes a literal. */
#ifndef CYCLESCOPE_BOARD_NAME
#define CYCLESCOPE_BOARD_NAME CYCLESCOPE_BOARD
#endif

static void heap_facts(cyclescope_fact_sink sink)
{
    static const char *const names[] = {
        "none", "heap_1", "heap_2", "heap_3", "heap_4", "heap_5", "the application's own"};
    sink("heap", names[configSUPPORT_DYNAMIC_ALLOCATION ? CYCLESCOPE_HEAP_KIND : 0]);
#ifdef configTOTAL_HEAP_SIZE
    cyclescope_fact_number(sink, "heap_bytes", configTOTAL_HEAP_SIZE);
#endif
}

static void kernel_facts(cyclescope_fact_sink sink)
{
    cyclescope_fact_number(sink, "tick_hz", configTICK_RATE_HZ);
    cyclescope_fact_number(sink, "time_slicing", configUSE_TIME_SLICING);
    cyclescope_fact_number(sink, "preemption", configUSE_PREEMPTION);
    cyclescope_fact_number(sink, "tickless", configUSE_TICKLESS_IDLE);
    cyclescope_fact_number(sink, "stack_check", configCHECK_FOR_STACK_OVERFLOW);
#ifdef configASSERT_DEFINED
    cyclescope_fact_number(sink, "asserts", configASSERT_DEFINED);
#else
    cyclescope_fact_number(sink, "asserts", 0);
#endif
}

#ifdef CYCLESCOPE_CODE_IN

static void memory_facts(cyclescope_fact_sink sink)
{
    sink("code_in", CYCLESCOPE_CODE_IN);
    sink("data_in", CYCLESCOPE_DATA_IN);
    sink("stacks_in", CYCLESCOPE_STACKS_IN);
}

#else

/** Reports an address rounded to the mebibyte, so that it is the same in every build. */
static void tell_memory(cyclescope_fact_sink sink, const char *key, uintptr_t address)
{
    static char text[] = "0x00000000";
    uint32_t rest = (uint32_t)address >> 20;
    for (uint32_t digit = 4; digit >= 2u; --digit, rest >>= 4) {
        text[digit] = "0123456789abcdef"[rest & 15u];
    }
    sink(key, text);
}

static void memory_facts(cyclescope_fact_sink sink)
{
    static uint32_t data;
    const uint32_t on_stack = 0;
    tell_memory(sink, "code_in", (uintptr_t)&cyclescope_core_name);
    tell_memory(sink, "data_in", (uintptr_t)&data);
    tell_memory(sink, "stacks_in", (uintptr_t)&on_stack);
}

#endif

void cyclescope_port_facts(cyclescope_fact_sink sink)
{
    sink("os", "FreeRTOS");
    sink("os_version", tskKERNEL_VERSION_NUMBER);
    sink("board", CYCLESCOPE_BOARD_NAME);
    cyclescope_core_facts(sink);
    cyclescope_fact_number(sink, "core_hz", configCPU_CLOCK_HZ);
    heap_facts(sink);
    kernel_facts(sink);
    sink("flash_wait_states", CYCLESCOPE_FLASH_WAIT_STATES);
    memory_facts(sink);
    sink("rtt_memory", cyclescope_describe_caching(&_SEGGER_RTT));
#ifdef CYCLESCOPE_CMSIS_RTOS2
    sink("cmsis_rtos2", CYCLESCOPE_CMSIS_RTOS2);
#endif
    cyclescope_fact_number(sink, "threads_at_once", CYCLESCOPE_MAX_THREADS);
    cyclescope_fact_number(sink, "thread_stack_bytes",
                           CYCLESCOPE_THREAD_STACK_WORDS * sizeof(StackType_t));
}
