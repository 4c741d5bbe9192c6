#include "commands.h"
#include "cyclescope/agent.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "measuring.h"

#ifndef CYCLESCOPE_FLAGS
#define CYCLESCOPE_FLAGS "unknown"
#endif
#ifndef CYCLESCOPE_COMPILER
#define CYCLESCOPE_COMPILER __VERSION__
#endif
#ifndef CYCLESCOPE_IMAGE
#define CYCLESCOPE_IMAGE "custom"
#endif

typedef void (*sink_function)(const char *key, const char *value);

void cyclescope_fact_number(sink_function sink, const char *key, uint32_t value)
{
    cyclescope_line_begin(&cyclescope_value, "");
    cyclescope_line_decimal(&cyclescope_value, value);
    sink(key, cyclescope_line_peek(&cyclescope_value));
}

static void clock_facts(sink_function sink)
{
    const cyclescope_clock_info *clock = cyclescope_clock_info_get();
    uint32_t step = 0;
    uint32_t reading = 0;
    cyclescope_measure_clock(&step, &reading);
    sink("clock", clock->name);
    cyclescope_fact_number(sink, "clock_hz", clock->hz);
    sink("clock_unit", clock->unit);
    cyclescope_line_begin(&cyclescope_value, "");
    cyclescope_line_decimal(&cyclescope_value, clock->ratio_num);
    cyclescope_line_raw(&cyclescope_value, "/");
    cyclescope_line_decimal(&cyclescope_value, clock->ratio_den);
    sink("clock_ratio", cyclescope_line_peek(&cyclescope_value));
    cyclescope_fact_number(sink, "clock_step", step);
    cyclescope_fact_number(sink, "clock_read", reading);
    const char *wrong = cyclescope_clock_check();
    sink("clock_check", wrong ? wrong : "ok");
    /* Earlier agents had readings whose cost depended on the code around them. */
    sink("windows", "fenced");
}

void cyclescope_all_facts(sink_function sink)
{
    cyclescope_fact_number(sink, "protocol", CYCLESCOPE_PROTOCOL);
    sink("agent", CYCLESCOPE_VERSION);
    clock_facts(sink);
    cyclescope_fact_number(sink, "hooks", cyclescope_stream_has_hooks() ? 1u : 0u);
    sink("image", CYCLESCOPE_IMAGE);
    sink("compiler", CYCLESCOPE_COMPILER);
    sink("flags", CYCLESCOPE_FLAGS);
    cyclescope_fact_number(sink, "block",
                           cyclescope_count_block(cyclescope_registry_begin(), false));
    cyclescope_fact_number(sink, "ring", cyclescope_stream_size());
    cyclescope_port_facts(sink);
}
