/** Starts the agent's thread in an application and sets up its channels to the host. */
#include "../../parts/cortex-m/caches.h"
#include "SEGGER_RTT.h"
#include "channels.h"
#include "cyclescope/agent.h"
#include "cyclescope/freertos.h"
#include "cyclescope_os.h"

/** 0: the agent shares the application's RTT, which others set up. */
#ifndef CYCLESCOPE_OWN_RTT
#define CYCLESCOPE_OWN_RTT 1
#endif
#ifndef CYCLESCOPE_STACK_WORDS
#define CYCLESCOPE_STACK_WORDS 1024u
#endif
#ifdef SEGGER_RTT_BUFFER_SECTION
#define IN_RTT_MEMORY __attribute__((section(SEGGER_RTT_BUFFER_SECTION)))
#else
#define IN_RTT_MEMORY
#endif

_Static_assert(SEGGER_RTT_MAX_NUM_UP_BUFFERS > CYCLESCOPE_STREAM_CHANNEL,
               "SEGGER_RTT_Conf.h needs #define SEGGER_RTT_MAX_NUM_UP_BUFFERS 3, or more");
_Static_assert(SEGGER_RTT_MAX_NUM_DOWN_BUFFERS > CYCLESCOPE_STREAM_CHANNEL,
               "SEGGER_RTT_Conf.h needs #define SEGGER_RTT_MAX_NUM_DOWN_BUFFERS 3, or more");

static char s_up[CYCLESCOPE_CONTROL_UP_BYTES] IN_RTT_MEMORY;
static char s_down[CYCLESCOPE_CONTROL_DOWN_BYTES] IN_RTT_MEMORY;

static void agent_thread(void *argument)
{
    (void)argument;
#ifdef CYCLESCOPE_WORST_CASE_TIMING
    cyclescope_worst_case_start();
#endif
    cyclescope_agent();
}

static bool add_thread(void)
{
#if configSUPPORT_STATIC_ALLOCATION
    static StaticTask_t control_block;
    static StackType_t stack[CYCLESCOPE_STACK_WORDS];
    return xTaskCreateStatic(agent_thread, "cyclescope", CYCLESCOPE_STACK_WORDS, NULL,
                             CYCLESCOPE_PRIORITY, stack, &control_block) != NULL;
#else
    return xTaskCreate(agent_thread, "cyclescope", CYCLESCOPE_STACK_WORDS, NULL,
                       CYCLESCOPE_PRIORITY, NULL) == pdPASS;
#endif
}

bool cyclescope_freertos_add(void)
{
#if CYCLESCOPE_OWN_RTT
    /* Memory that is not cleared at start-up may still hold the previous run's control block. */
    SEGGER_RTT_Init();
#endif
    SEGGER_RTT_ConfigUpBuffer(CYCLESCOPE_CONTROL_CHANNEL, CYCLESCOPE_CONTROL_NAME, s_up,
                              sizeof s_up, SEGGER_RTT_MODE_NO_BLOCK_SKIP);
    SEGGER_RTT_ConfigDownBuffer(CYCLESCOPE_CONTROL_CHANNEL, CYCLESCOPE_CONTROL_NAME, s_down,
                                sizeof s_down, SEGGER_RTT_MODE_NO_BLOCK_SKIP);
    cyclescope_stream_prepare();
    return add_thread();
}
