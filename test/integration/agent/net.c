/** An operation that another task, of a higher priority, interrupts at every kernel tick. */
#include <cyclescope/bench.h>

#define PRIORITY (CYCLESCOPE_PRIORITY + 1)
/* Two instructions each. */
#define NET_ROUNDS 800u
#define OWN_ROUNDS 1000u

static cyclescope_os_thread s_net;

static inline void spin(uint32_t rounds)
{
    __asm volatile("1: subs %0, #1\n   bne 1b" : "+r"(rounds) : : "cc");
}

static void net(CYCLESCOPE_UNUSED void *argument)
{
    for (;;) {
        vTaskDelay(1);
        spin(NET_ROUNDS);
    }
}

static const char *begin(CYCLESCOPE_UNUSED cyclescope_run *run)
{
    s_net.handle = xTaskCreateStatic(net, "net", CYCLESCOPE_THREAD_STACK_WORDS, NULL, PRIORITY,
                                     s_net.stack, &s_net.control_block);
    cyclescope_os_thread_announce(&s_net);
    return NULL;
}

static const char *end(CYCLESCOPE_UNUSED cyclescope_run *run)
{
    vTaskDelete(s_net.handle);
    return NULL;
}

CYCLESCOPE_BENCH(interrupted, .about = "a loop of 2,000 instructions", .begin = begin, .end = end)
{
    spin(OWN_ROUNDS);
}
