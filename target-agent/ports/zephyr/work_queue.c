/** The agent's own work queue, one per image. */
#include "cyclescope_os.h"

/* Room for a kernel thread's frames in addition to the work's. */
#define STACK_BYTES (CONFIG_CYCLESCOPE_THREAD_STACK_SIZE + 256)

static K_KERNEL_STACK_DEFINE(s_stack, STACK_BYTES);
static bool s_started;

struct k_work_q cyclescope_work_queue;

void cyclescope_work_queue_start(void)
{
    if (s_started) return;
    s_started = true;
    k_work_queue_start(&cyclescope_work_queue, s_stack, K_KERNEL_STACK_SIZEOF(s_stack),
                       CYCLESCOPE_PRIORITY - 1, NULL);
    cyclescope_trace_announce();
}
