#include "trace_format.h"

#include "check.h"

static const char s_format[] =
    "name: sched_switch\n"
    "ID: 372\n"
    "format:\n"
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
    "\n"
    "\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
    "\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;\n"
    "\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
    "\tfield:const char *word;\toffset:64;\tsize:8;\tsigned:0;\n"
    "\tfield:int unfinished;\n"
    "\tfield:int last;\toffset:72;\tsize:4;\tsigned:1;\n"
    "\n"
    "print fmt: \"field:int printed; offset:1; size:1;\", REC->next_pid\n";

static void check_field(const char *name, uint32_t offset, uint32_t size)
{
    cyclescope_trace_field field = {0, 0};
    CHECK(cyclescope_trace_format_field(s_format, name, &field));
    CHECK_EQUAL(field.offset, offset);
    CHECK_EQUAL(field.size, size);
}

static void check_no_field(const char *format, const char *name)
{
    cyclescope_trace_field field;
    CHECK(!cyclescope_trace_format_field(format, name, &field));
}

TEST(a_tracepoint_has_a_number)
{
    uint32_t id = 0;
    CHECK(cyclescope_trace_format_id(s_format, &id));
    CHECK_EQUAL(id, 372);
}

TEST(a_text_without_a_number_is_rejected)
{
    uint32_t id;
    CHECK(!cyclescope_trace_format_id("", &id));
    CHECK(!cyclescope_trace_format_id("name: a\nID: \nformat:\n", &id));
    CHECK(!cyclescope_trace_format_id("name: ID: 5\n", &id));
}

TEST(fields_are_found_at_any_offset)
{
    check_field("common_type", 0, 2);
    check_field("next_comm", 40, 16);
    check_field("next_pid", 56, 4);
    check_field("word", 64, 8);
    check_field("last", 72, 4);
}

TEST(a_field_matches_by_its_full_name_only)
{
    check_no_field(s_format, "pid");
    check_no_field(s_format, "next");
    check_no_field(s_format, "next_comm[16]");
    check_no_field(s_format, "");
}

TEST(a_line_without_a_field_is_ignored)
{
    check_no_field("", "irq");
    check_no_field(s_format, "printed");
    check_no_field("\tfield:", "irq");
}

TEST(a_field_never_takes_its_offset_from_the_next_line) { check_no_field(s_format, "unfinished"); }
