/** Starts the agent's thread in an application and sets up its channels to the host. */
#include <SEGGER_RTT.h>
#include <zephyr/init.h>

#include "../../parts/cortex-m/caches.h"
#include "channels.h"
#include "cyclescope/agent.h"
#include "cyclescope_os.h"

#if CONFIG_CYCLESCOPE_STREAM_CHANNEL >= CONFIG_SEGGER_RTT_MAX_NUM_UP_BUFFERS || \
    CONFIG_CYCLESCOPE_CONTROL_CHANNEL >= CONFIG_SEGGER_RTT_MAX_NUM_UP_BUFFERS
#error "CONFIG_SEGGER_RTT_MAX_NUM_UP_BUFFERS is too small for the agent's channels"
#endif
#if CONFIG_CYCLESCOPE_STREAM_CHANNEL >= CONFIG_SEGGER_RTT_MAX_NUM_DOWN_BUFFERS || \
    CONFIG_CYCLESCOPE_CONTROL_CHANNEL >= CONFIG_SEGGER_RTT_MAX_NUM_DOWN_BUFFERS
#error "CONFIG_SEGGER_RTT_MAX_NUM_DOWN_BUFFERS is too small for the agent's channels"
#endif

/* Location of the control block, in memory where a debugger's reads bypass the caches. */
#ifdef SEGGER_RTT_SECTION
#define IN_RTT_MEMORY __attribute__((section(SEGGER_RTT_SECTION)))
#else
#define IN_RTT_MEMORY
#endif

static char s_up[CYCLESCOPE_CONTROL_UP_BYTES] IN_RTT_MEMORY;
static char s_down[CYCLESCOPE_CONTROL_DOWN_BYTES] IN_RTT_MEMORY;

/** By now Zephyr has set up RTT, and its own SystemView if that is built in. */
static int prepare(void)
{
    SEGGER_RTT_ConfigUpBuffer(CYCLESCOPE_CONTROL_CHANNEL, CYCLESCOPE_CONTROL_NAME, s_up,
                              sizeof s_up, SEGGER_RTT_MODE_NO_BLOCK_SKIP);
    SEGGER_RTT_ConfigDownBuffer(CYCLESCOPE_CONTROL_CHANNEL, CYCLESCOPE_CONTROL_NAME, s_down,
                                sizeof s_down, SEGGER_RTT_MODE_NO_BLOCK_SKIP);
    cyclescope_stream_prepare();
    return 0;
}

SYS_INIT(prepare, APPLICATION, 0);

static void agent(void *a, void *b, void *c)
{
    ARG_UNUSED(a);
    ARG_UNUSED(b);
    ARG_UNUSED(c);
#ifdef CYCLESCOPE_SYSTEM_HEAP
    /* Pool for the kernel's allocations on behalf of this thread. */
    k_thread_system_pool_assign(k_current_get());
#endif
#ifdef CYCLESCOPE_WORST_CASE_TIMING
    cyclescope_worst_case_start();
#endif
    cyclescope_agent();
}

K_THREAD_DEFINE(cyclescope, CONFIG_CYCLESCOPE_STACK_SIZE, agent, NULL, NULL, NULL,
                CYCLESCOPE_PRIORITY, 0, 0);

#ifdef CONFIG_CYCLESCOPE_HEAP_OBJECT
K_HEAP_DEFINE(cyclescope_heap, CONFIG_CYCLESCOPE_HEAP_SIZE);
#endif
