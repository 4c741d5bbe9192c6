#include "commands.h"

#include <stddef.h>

#include "cyclescope/agent.h"
#include "cyclescope/port.h"
#include "registry.h"

static void send_fact(const char *key, const char *value)
{
    cyclescope_line_begin(&cyclescope_output, "fact");
    cyclescope_line_text(&cyclescope_output, key, value);
    cyclescope_reply();
}

CYCLESCOPE_APART static void send_facts(void) { cyclescope_all_facts(send_fact); }

static void hello(void)
{
    send_facts();
    cyclescope_line_begin(&cyclescope_output, "ok hello");
    cyclescope_line_number(&cyclescope_output, "protocol", CYCLESCOPE_PROTOCOL);
    cyclescope_reply();
}

static void list_params(const cyclescope_bench *bench)
{
    cyclescope_line_raw(&cyclescope_output, " params=\"");
    for (uint32_t i = 0; i < bench->param_count; ++i) {
        const cyclescope_param *param = &bench->params[i];
        if (i) cyclescope_line_raw(&cyclescope_output, " ");
        cyclescope_line_raw(&cyclescope_output, param->name);
        cyclescope_line_raw(&cyclescope_output, "=");
        cyclescope_line_decimal(&cyclescope_output, param->initial);
        cyclescope_line_raw(&cyclescope_output, "[");
        cyclescope_line_decimal(&cyclescope_output, param->min);
        cyclescope_line_raw(&cyclescope_output, "..");
        cyclescope_line_decimal(&cyclescope_output, param->max);
        cyclescope_line_raw(&cyclescope_output, "]");
    }
    cyclescope_line_raw(&cyclescope_output, "\"");
}

/** A benchmark's suite and place; both are file names, which may contain a space. */
static const char *find_suite(const cyclescope_bench *bench)
{
    const cyclescope_span suite = cyclescope_find_suite(bench);
    cyclescope_line_begin(&cyclescope_value, "");
    cyclescope_line_span(&cyclescope_value, suite.text, suite.length);
    return cyclescope_line_peek(&cyclescope_value);
}

static const char *find_place(const cyclescope_bench *bench)
{
    cyclescope_line_begin(&cyclescope_value, bench->file);
    cyclescope_line_raw(&cyclescope_value, ":");
    cyclescope_line_decimal(&cyclescope_value, bench->line);
    return cyclescope_line_peek(&cyclescope_value);
}

CYCLESCOPE_APART static void list(void)
{
    uint32_t count = 0;
    for (const cyclescope_bench *bench = cyclescope_registry_begin();
         bench < cyclescope_registry_end(); ++bench, ++count) {
        cyclescope_line_begin(&cyclescope_output, "bench");
        cyclescope_line_text(&cyclescope_output, "suite", find_suite(bench));
        cyclescope_line_text(&cyclescope_output, "op", bench->op);
        cyclescope_line_number(&cyclescope_output, "n", cyclescope_get_iterations(bench));
        cyclescope_line_number(&cyclescope_output, "max", bench->max);
        cyclescope_line_number(&cyclescope_output, "warmup", bench->warmup);
        cyclescope_line_number(&cyclescope_output, "batches", cyclescope_get_batches(bench));
        list_params(bench);
        cyclescope_line_text(&cyclescope_output, "about", bench->about ? bench->about : "");
        cyclescope_line_text(&cyclescope_output, "at", find_place(bench));
        cyclescope_reply();
    }
    cyclescope_line_begin(&cyclescope_output, "ok list");
    cyclescope_line_number(&cyclescope_output, "count", count);
    cyclescope_reply();
}

void cyclescope_command(char *text)
{
    char *rest = text;
    char *value = NULL;
    bool broken = false;
    const char *word = cyclescope_text_word(&rest, &value, &broken);
    if (!word) {
        cyclescope_reply_error("the line is empty", NULL);
    } else if (cyclescope_text_equal(word, "hello")) {
        hello();
    } else if (cyclescope_text_equal(word, "list")) {
        list();
    } else if (cyclescope_text_equal(word, "run")) {
        cyclescope_run_command(rest);
    } else if (cyclescope_text_equal(word, "stop")) {
        cyclescope_line_begin(&cyclescope_output, "ok stop");
        cyclescope_reply();
    } else {
        cyclescope_reply_error("unknown command (hello, list, run, stop):", word);
    }
}
