#include "tracepoints.h"

#include <errno.h>
#include <stdio.h>

#include "check.h"
#include "tracefs.h"

/* A kernel without a separate timer interrupt, and with unusual offsets for all fields. */
static const struct {
    const char *path;
    const char *format;
} s_kernel[] = {
    {"sched/sched_switch",
     "ID: 7\n"
     "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
     "\tfield:pid_t next_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
     "\tfield:int next_prio;\toffset:8;\tsize:4;\tsigned:1;\n"
     "\tfield:char next_comm[16];\toffset:12;\tsize:16;\tsigned:0;\n"},
    {"irq/irq_handler_entry",
     "ID: 300\n"
     "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
     "\tfield:__data_loc char[] name;\toffset:8;\tsize:4;\tsigned:0;\n"
     "\tfield:int irq;\toffset:4;\tsize:4;\tsigned:1;\n"},
    {"irq/irq_handler_exit",
     "ID: 301\n"
     "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
     "\tfield:int irq;\toffset:4;\tsize:4;\tsigned:1;\n"},
};

static const char *s_missing;
static uint32_t s_refused;

bool cyclescope_tracefs_start(void) { return true; }

bool cyclescope_tracefs_format(const char *path, char *text, size_t size)
{
    for (unsigned i = 0; i < sizeof s_kernel / sizeof *s_kernel; ++i) {
        if (strcmp(s_kernel[i].path, path) != 0 || s_kernel[i].path == s_missing) continue;
        snprintf(text, size, "%s", s_kernel[i].format);
        return true;
    }
    errno = ENOENT;
    return false;
}

bool cyclescope_trace_ring_add(uint32_t tracepoint, int cpu)
{
    (void)cpu;
    errno = EACCES;
    return tracepoint != s_refused;
}

static void check_open(const char *fact, bool opened)
{
    char reason[160] = "";
    CHECK_EQUAL(cyclescope_tracepoints_open(reason, sizeof reason), opened);
    CHECK_TEXT(reason, fact);
}

static bool read_words(cyclescope_kernel_event *event, const uint32_t *words, uint32_t count)
{
    const cyclescope_trace_record record = {
        .time = 0x500000009u, .bytes = (const uint8_t *)words, .length = 4u * count};
    return cyclescope_tracepoints_read(&record, event);
}

static void check_event(const uint32_t *words, uint32_t count,
                        const cyclescope_kernel_event *expected)
{
    cyclescope_kernel_event event;
    check_open("sched_switch,irq", true);
    CHECK(read_words(&event, words, count));
    CHECK_EQUAL(event.what, expected->what);
    CHECK_EQUAL(event.number, expected->number);
    CHECK_EQUAL(event.priority, expected->priority);
    CHECK_EQUAL(event.time, 9);
    if (event.what != CYCLESCOPE_INTERRUPT_ENDS) CHECK_TEXT(event.name, expected->name);
}

TEST(a_refusal_of_the_kernel_is_reported_with_the_name)
{
    s_refused = 300;
    check_open("not available: perf_event_open of irq/irq_handler_entry: Permission denied", false);
    s_refused = 0;
    s_missing = s_kernel[0].path;
    check_open("not available: tracepoint sched/sched_switch: No such file or directory", false);
    s_missing = NULL;
}

TEST(a_switch_reports_the_next_thread)
{
    const uint32_t realtime[] = {7, 1234, 49, 0x64656874, 0, 0, 0};
    check_event(realtime, 7, &(cyclescope_kernel_event){CYCLESCOPE_SWITCH, 1234, 50, "thed", 0});
    const uint32_t other[] = {7, 2, 120, 0x78, 0, 0, 0};
    check_event(other, 7, &(cyclescope_kernel_event){CYCLESCOPE_SWITCH, 2, 0, "x", 0});
}

TEST(the_name_of_an_interrupt_is_at_the_recorded_offset)
{
    const uint32_t words[] = {300, 26, 3u << 16 | 12u, 0x007A79u};
    check_event(words, 4, &(cyclescope_kernel_event){CYCLESCOPE_INTERRUPT_BEGINS, 26, 0, "yz", 0});
}

TEST(a_name_outside_the_record_is_dropped)
{
    const uint32_t words[] = {300, 26, 9u << 16 | 12u, 0x007A79u};
    check_event(words, 4, &(cyclescope_kernel_event){CYCLESCOPE_INTERRUPT_BEGINS, 26, 0, "", 0});
}

TEST(the_end_of_an_interrupt_is_reported)
{
    const uint32_t words[] = {301, 26};
    check_event(words, 2, &(cyclescope_kernel_event){CYCLESCOPE_INTERRUPT_ENDS, 26, 0, "", 0});
}

TEST(records_of_other_tracepoints_are_ignored)
{
    cyclescope_kernel_event event;
    const uint32_t words[] = {302, 26};
    check_open("sched_switch,irq", true);
    CHECK(!read_words(&event, words, 2));
    CHECK(!read_words(&event, words, 0));
}
