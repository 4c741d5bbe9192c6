/** What the agent's core needs from FreeRTOS on a Cortex-M, besides the stream. */
#include "cyclescope/port.h"

#include "SEGGER_RTT.h"
#include "board.h"
#include "channels.h"
#include "cyclescope/agent.h"
#include "cyclescope/clock.h"
#include "cyclescope_clock.h"
#include "cyclescope_os.h"

#define SYSTEM_REGISTER(address) (*(volatile uint32_t *)(address))
#define MPU_CTRL SYSTEM_REGISTER(0xE000ED94u)
#define SCB_CCR SYSTEM_REGISTER(0xE000ED14u)
#define FPU_FPCCR SYSTEM_REGISTER(0xE000EF34u)

/* SysTick counts down from its reload value, with the core's clock. */
#define SYSTICK_RELOAD SYSTEM_REGISTER(0xE000E014u)
#define SYSTICK_VALUE SYSTEM_REGISTER(0xE000E018u)

#define AGENT_STACK_WORDS 1024u

static char s_up[CYCLESCOPE_CONTROL_UP_BYTES] __attribute__((section(SEGGER_RTT_BUFFER_SECTION)));
static char s_down[CYCLESCOPE_CONTROL_DOWN_BYTES]
    __attribute__((section(SEGGER_RTT_BUFFER_SECTION)));

static StaticTask_t s_agent;
static StackType_t s_agent_stack[AGENT_STACK_WORDS];

void cyclescope_port_wait_tick(void)
{
    const TickType_t tick = xTaskGetTickCount();
    /* Waiting here and not in the idle thread keeps threads of lower priority as they are. */
    while (xTaskGetTickCount() == tick) {
#if CYCLESCOPE_CLOCK_RUNS_IN_SLEEP
        __asm volatile("dsb\n wfi\n isb" ::: "memory");
#endif
    }
}

bool cyclescope_os_tick_between(uint32_t start, uint32_t stop)
{
    const uint32_t since = SYSTICK_RELOAD - SYSTICK_VALUE;
    const uint32_t now = cyclescope_clock_now();
    const uint64_t hz = cyclescope_clock_info_get()->hz;
    const uint32_t tick = now - (uint32_t)(since * hz / configCPU_CLOCK_HZ);
    return tick - start < stop - start;
}

void cyclescope_port_align(uint32_t phase)
{
    uint32_t rounds = (uint32_t)(((uint64_t)phase * CYCLESCOPE_SPINS_PER_TICK) >> 16) + 1u;
    cyclescope_port_wait_tick();
    __asm volatile(
        "1: subs %0, #1  \n"
        "   bne 1b       \n"
        : "+r"(rounds)
        :
        : "cc");
}

void cyclescope_port_idle(void) { vTaskDelay(1); }

int cyclescope_control_read(void)
{
    char byte;
    return SEGGER_RTT_Read(CYCLESCOPE_CONTROL_CHANNEL, &byte, 1) == 1 ? (unsigned char)byte : -1;
}

uint32_t cyclescope_control_room(void)
{
    return SEGGER_RTT_GetAvailWriteSpace(CYCLESCOPE_CONTROL_CHANNEL);
}

void cyclescope_control_write(const char *text, uint32_t bytes)
{
    SEGGER_RTT_Write(CYCLESCOPE_CONTROL_CHANNEL, text, bytes);
}

static const char *caches(void)
{
    static const char *const names[] = {"off", "data", "instruction", "instruction and data"};
    return names[(SCB_CCR >> 16) & 3u];
}

static const char *fp_stacking(void)
{
#ifdef __ARM_FP
    static const char *const names[] = {"off", "off", "full", "lazy"};
    return names[FPU_FPCCR >> 30];
#else
    return "none";
#endif
}

void cyclescope_port_facts(cyclescope_fact_sink sink)
{
    sink("os", "FreeRTOS");
    sink("os_version", tskKERNEL_VERSION_NUMBER);
    sink("board", CYCLESCOPE_BOARD);
    sink("core", CYCLESCOPE_CORE);
    cyclescope_fact_number(sink, "core_hz", configCPU_CLOCK_HZ);
    sink("heap", CYCLESCOPE_HEAP);
    cyclescope_fact_number(sink, "heap_bytes", configTOTAL_HEAP_SIZE);
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
    sink("mpu", (MPU_CTRL & 1u) ? "on" : "off");
    sink("caches", caches());
    sink("fp_stacking", fp_stacking());
    sink("flash_wait_states", CYCLESCOPE_FLASH_WAIT_STATES);
    sink("code_in", CYCLESCOPE_CODE_IN);
    sink("data_in", CYCLESCOPE_DATA_IN);
    sink("stacks_in", CYCLESCOPE_STACKS_IN);
    cyclescope_fact_number(sink, "threads_at_once", CYCLESCOPE_MAX_THREADS);
    cyclescope_fact_number(sink, "thread_stack_bytes",
                           CYCLESCOPE_THREAD_STACK_WORDS * sizeof(StackType_t));
}

static void agent_thread(void *argument)
{
    (void)argument;
    cyclescope_agent();
}

void cyclescope_freertos_start(void)
{
    SEGGER_RTT_Init();
    SEGGER_RTT_ConfigUpBuffer(CYCLESCOPE_CONTROL_CHANNEL, CYCLESCOPE_CONTROL_NAME, s_up,
                              sizeof s_up, SEGGER_RTT_MODE_NO_BLOCK_SKIP);
    SEGGER_RTT_ConfigDownBuffer(CYCLESCOPE_CONTROL_CHANNEL, CYCLESCOPE_CONTROL_NAME, s_down,
                                sizeof s_down, SEGGER_RTT_MODE_NO_BLOCK_SKIP);
    cyclescope_stream_prepare();
    xTaskCreateStatic(agent_thread, "cyclescope", AGENT_STACK_WORDS, NULL, CYCLESCOPE_PRIORITY,
                      s_agent_stack, &s_agent);
    vTaskStartScheduler();
}
