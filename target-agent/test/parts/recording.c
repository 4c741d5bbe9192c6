#include "../../parts/systemview/recording.h"

#include "check.h"

#define TICK (1u << 2)
#define THREAD_INFO (1u << 9)
#define MOST_STEPS 64u

static struct {
    U32 enabled;
    uint32_t locks;
    bool is_on;
    uint32_t step;
    uint32_t interrupted_at;
    char packets[256];
} s_recorder;

static void send(const char *packet)
{
    const size_t room = sizeof s_recorder.packets - strlen(s_recorder.packets) - 1u;
    strncat(s_recorder.packets, packet, room);
}

/** At each step, an event of the kernel may occur, or one that no mask disables. */
static void step(void)
{
    if (s_recorder.step++ != s_recorder.interrupted_at) return;
    if (!s_recorder.is_on || s_recorder.locks) return;
    if (s_recorder.enabled & TICK) send("tick ");
    send("other ");
}

void fake_lock(void)
{
    step();
    s_recorder.locks += 1;
}
void fake_unlock(void)
{
    s_recorder.locks -= 1;
    step();
}
void SEGGER_SYSVIEW_EnableEvents(U32 mask)
{
    s_recorder.enabled |= mask;
    step();
}
void SEGGER_SYSVIEW_DisableEvents(U32 mask)
{
    step();
    s_recorder.enabled &= ~mask;
}
/** Follows the recorder's own order; it takes its own lock only for the sync. */
void SEGGER_SYSVIEW_Start(void)
{
    s_recorder.is_on = true;
    fake_lock();
    send("sync ");
    fake_unlock();
    send("start ");
    step();
    send("init ");
    step();
}
void SEGGER_SYSVIEW_SendModule(uint8_t id)
{
    CHECK_EQUAL(id, 0);
    step();
    send("module ");
}
void cyclescope_stream_drain(void) { step(); }

static void describe_system(void)
{
    send("system ");
    step();
}
static void describe_threads(void)
{
    CHECK(s_recorder.enabled & THREAD_INFO);
    send("threads ");
    step();
}

TEST(no_event_at_any_moment_gets_between_a_sync_and_the_packets_that_it_is_recognised_by)
{
    const cyclescope_recording recording = {.kernel_events = TICK | THREAD_INFO,
                                            .thread_events = THREAD_INFO,
                                            .describe_system = describe_system,
                                            .describe_threads = describe_threads};
    uint32_t steps = 0;
    uint32_t between = 0;
    for (uint32_t at = 0; at < MOST_STEPS; ++at) {
        memset(&s_recorder, 0, sizeof s_recorder);
        s_recorder.interrupted_at = at;
        /* The kernel's events are enabled, as a recording before this one may have left them. */
        s_recorder.enabled = TICK;
        cyclescope_recording_begin(&recording);
        CHECK_EQUAL(strncmp(s_recorder.packets, "sync start init ", 16), 0);
        CHECK(!strstr(s_recorder.packets, "tick"));
        CHECK(!(s_recorder.enabled & (TICK | THREAD_INFO)));
        CHECK_EQUAL(s_recorder.locks, 0);
        steps = s_recorder.step;
        between += strstr(s_recorder.packets, "other") != NULL;
    }
    /* Every moment was tried, and later ones do pass events. */
    CHECK(steps < MOST_STEPS);
    CHECK(between > 0);
}
