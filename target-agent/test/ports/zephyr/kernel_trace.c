#include "kernel_trace.h"

#include <stdarg.h>
#include <stdio.h>

#include "SEGGER_SYSVIEW.h"
#include "check.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"
#include "channels.h"

uint32_t fake_clock;
extern volatile uint32_t cyclescope_stamp;

/** The calls that reached the recorder and the stream, in order. */
static char s_log[1024];
/** Set if a host reads the ring. */
static bool s_fetched;
#define RING_BYTES 2048u
#define THREAD_BYTES 80u
/** The ring's free bytes. */
static uint32_t s_free;
static uint32_t s_threads;
static bool s_locked;
static struct k_thread s_thread = {1};

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
    const size_t used = strlen(s_log);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s_log + used, sizeof s_log - used, format, arguments);
    va_end(arguments);
}

static const char *mask_name(U32 mask) { return mask == CYCLESCOPE_KERNEL_EVENTS ? "all" : "info"; }

void SEGGER_SYSVIEW_EnableEvents(U32 mask) { note("enable %s;", mask_name(mask)); }
void SEGGER_SYSVIEW_DisableEvents(U32 mask) { note("disable %s;", mask_name(mask)); }
void SEGGER_SYSVIEW_OnTaskStartExec(U32 task)
{
    note("runs%s;", task == (U32)(uintptr_t)&s_thread ? "" : " another");
}

struct k_thread *k_current_get(void) { return &s_thread; }
void k_thread_foreach(k_thread_user_cb_t user_cb, void *user_data)
{
    static struct k_thread each[64];
    s_locked = true;
    for (uint32_t i = 0; i < s_threads; ++i) {
        each[i].number = (int)i;
        user_cb(&each[i], user_data);
    }
    s_locked = false;
}
bool cyclescope_stream_await(uint32_t bytes)
{
    CHECK(!s_locked);
    if (s_fetched && s_free < bytes) s_free = RING_BYTES;
    return s_free >= bytes;
}
void cyclescope_stream_settle(void) { note("settle;"); }
void cyclescope_stream_describe_thread(const struct k_thread *thread)
{
    CHECK(s_free >= THREAD_BYTES);
    s_free -= THREAD_BYTES;
    note("describe %d;", thread->number);
}
void cyclescope_flush_event(uint32_t state, uint32_t block, bool may_wait)
{
    note("flush %u %u %d;", state, block, may_wait);
    cyclescope_stamp = 77;
}
void cyclescope_record_cost_report(void) { note("costs;"); }
void cyclescope_fact_event(const char *key, const char *value) { note("%s=%s;", key, value); }
void cyclescope_fact_number(cyclescope_fact_sink sink, const char *key, uint32_t value)
{
    sink(key, format_text("%u", value));
}

void __real_sys_trace_thread_info(struct k_thread *thread);
void __real_sys_trace_thread_info(struct k_thread *thread) { note("info %d;", thread->number); }

#define REAL(name, parameters, ...)                                     \
    void __real_SEGGER_SYSVIEW_##name parameters;                       \
    void __real_SEGGER_SYSVIEW_##name parameters { note(__VA_ARGS__); } \
    void __wrap_SEGGER_SYSVIEW_##name parameters;

REAL(RecordVoid, (unsigned e), "%u;", e)
REAL(RecordU32, (unsigned e, U32 a), "%u %u;", e, a)
REAL(RecordU32x2, (unsigned e, U32 a, U32 b), "%u %u %u;", e, a, b)
REAL(RecordU32x3, (unsigned e, U32 a, U32 b, U32 c), "%u %u %u %u;", e, a, b, c)
REAL(RecordU32x4, (unsigned e, U32 a, U32 b, U32 c, U32 d), "%u %u %u %u %u;", e, a, b, c, d)
REAL(RecordString, (unsigned e, const char *s), "%u %s;", e, s)
REAL(RecordEndCall, (unsigned e), "end %u;", e)
REAL(RecordEndCallU32, (unsigned e, U32 a), "end %u %u;", e, a)

void __wrap_sys_trace_thread_info(struct k_thread *thread);
uint32_t __wrap_sysview_get_timestamp(void);

/** Starts a recording, reports its time stamp, and clears the log. */
static void begin(void)
{
    s_fetched = true;
    s_free = RING_BYTES;
    cyclescope_trace_restart();
    cyclescope_stream_record_kernel(true);
    cyclescope_stream_record_kernel(false);
    s_log[0] = 0;
}

static void every_hook(void)
{
    __wrap_SEGGER_SYSVIEW_RecordVoid(40);
    __wrap_SEGGER_SYSVIEW_RecordU32(41, 1);
    __wrap_SEGGER_SYSVIEW_RecordU32x2(42, 1, 2);
    __wrap_SEGGER_SYSVIEW_RecordU32x3(43, 1, 2, 3);
    __wrap_SEGGER_SYSVIEW_RecordU32x4(44, 1, 2, 3, 4);
    __wrap_SEGGER_SYSVIEW_RecordString(45, "name");
    __wrap_SEGGER_SYSVIEW_RecordEndCall(46);
    __wrap_SEGGER_SYSVIEW_RecordEndCallU32(47, 9);
}

TEST(nothing_is_recorded_outside_a_block)
{
    begin();
    every_hook();
    CHECK_TEXT(s_log, "");
}

TEST(every_hook_inside_a_block_is_recorded_in_order)
{
    begin();
    cyclescope_stream_record_kernel(true);
    s_log[0] = 0;
    every_hook();
    CHECK_TEXT(s_log, "40;41 1;42 1 2;43 1 2 3;44 1 2 3 4;45 name;end 46;end 47 9;");
    cyclescope_stream_record_kernel(false);
    s_log[0] = 0;
    every_hook();
    CHECK_TEXT(s_log, "");
}

TEST(a_block_starts_at_a_known_place_of_the_ring_with_the_running_thread)
{
    begin();
    cyclescope_stream_record_kernel(true);
    CHECK(cyclescope_kernel_recorded);
    cyclescope_stream_record_kernel(false);
    CHECK(!cyclescope_kernel_recorded);
    CHECK_TEXT(s_log, "settle;enable all;runs;disable all;");
}

TEST(time_stamps_are_readings_of_the_benchmark_clock)
{
    fake_clock = 1234;
    CHECK_EQUAL(__wrap_sysview_get_timestamp(), 1234);
    CHECK_EQUAL(cyclescope_stamp, 1234);
}

TEST(each_recording_reports_once_the_time_stamp_of_the_previous_packet)
{
    begin();
    cyclescope_trace_restart();
    cyclescope_stream_record_kernel(true);
    cyclescope_stream_record_kernel(false);
    CHECK_TEXT(s_log, "costs;flush 0 0 1;stream_stamp=77;settle;enable all;runs;disable all;");
    s_log[0] = 0;
    cyclescope_stream_record_kernel(true);
    cyclescope_stream_record_kernel(false);
    CHECK_TEXT(s_log, "settle;enable all;runs;disable all;");
}

TEST(all_threads_are_named_even_if_they_do_not_fit_into_the_ring_at_once)
{
    begin();
    s_threads = 60;
    cyclescope_trace_describe_threads();
    for (uint32_t i = 0; i < s_threads; ++i) CHECK(strstr(s_log, format_text("describe %u;", i)));
    s_log[0] = 0;
    s_fetched = false;
    s_free = 4 * THREAD_BYTES;
    cyclescope_trace_describe_threads();
    CHECK_TEXT(s_log, "describe 0;describe 1;describe 2;");
}

TEST(a_thread_created_between_blocks_is_named_once_there_is_room)
{
    struct k_thread child = {7};
    begin();
    __wrap_sys_trace_thread_info(&child);
    CHECK_TEXT(s_log, "");
    s_fetched = false;
    s_free = 0;
    cyclescope_trace_announce();
    CHECK_TEXT(s_log, "");
    s_fetched = true;
    cyclescope_trace_announce();
    CHECK_TEXT(s_log, "enable info;describe 7;disable info;");
    cyclescope_trace_announce();
    CHECK_TEXT(s_log, "enable info;describe 7;disable info;");
}

TEST(the_kernel_names_a_thread_inside_a_block)
{
    struct k_thread child = {8};
    begin();
    cyclescope_stream_record_kernel(true);
    s_log[0] = 0;
    __wrap_sys_trace_thread_info(&child);
    cyclescope_trace_announce();
    CHECK_TEXT(s_log, "info 8;");
    cyclescope_stream_record_kernel(false);
}
