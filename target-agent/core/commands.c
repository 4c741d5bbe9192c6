#include "commands.h"

#include <stddef.h>

#include "cyclescope/agent.h"
#include "cyclescope/port.h"
#include "registry.h"

static cyclescope_line s_reply;
static cyclescope_line s_text;

static void send_fact(const char *key, const char *value)
{
    cyclescope_line_begin(&s_reply, "fact");
    cyclescope_line_text(&s_reply, key, value);
    cyclescope_reply(&s_reply);
}

static void hello(void)
{
    cyclescope_all_facts(send_fact);
    cyclescope_line_begin(&s_reply, "ok hello");
    cyclescope_line_number(&s_reply, "protocol", CYCLESCOPE_PROTOCOL);
    cyclescope_reply(&s_reply);
}

static void params_of(const cyclescope_bench *bench)
{
    cyclescope_line_raw(&s_reply, " params=\"");
    for (uint32_t i = 0; i < bench->param_count; ++i) {
        const cyclescope_param *param = &bench->params[i];
        if (i) cyclescope_line_raw(&s_reply, " ");
        cyclescope_line_raw(&s_reply, param->name);
        cyclescope_line_raw(&s_reply, "=");
        cyclescope_line_decimal(&s_reply, param->initial);
        cyclescope_line_raw(&s_reply, "[");
        cyclescope_line_decimal(&s_reply, param->min);
        cyclescope_line_raw(&s_reply, "..");
        cyclescope_line_decimal(&s_reply, param->max);
        cyclescope_line_raw(&s_reply, "]");
    }
    cyclescope_line_raw(&s_reply, "\"");
}

/** A benchmark's suite and place; both are file names, which may contain a space. */
static const char *suite_of(const cyclescope_bench *bench)
{
    const cyclescope_span suite = cyclescope_suite_of(bench);
    cyclescope_line_begin(&s_text, "");
    cyclescope_line_span(&s_text, suite.text, suite.length);
    return cyclescope_line_peek(&s_text);
}

static const char *place_of(const cyclescope_bench *bench)
{
    cyclescope_line_begin(&s_text, bench->file);
    cyclescope_line_raw(&s_text, ":");
    cyclescope_line_decimal(&s_text, bench->line);
    return cyclescope_line_peek(&s_text);
}

static void list(void)
{
    uint32_t count = 0;
    for (const cyclescope_bench *bench = cyclescope_registry_begin();
         bench < cyclescope_registry_end(); ++bench, ++count) {
        cyclescope_line_begin(&s_reply, "bench");
        cyclescope_line_text(&s_reply, "suite", suite_of(bench));
        cyclescope_line_text(&s_reply, "op", bench->op);
        cyclescope_line_number(&s_reply, "n", cyclescope_iterations_of(bench));
        cyclescope_line_number(&s_reply, "max", bench->max);
        cyclescope_line_number(&s_reply, "warmup", bench->warmup);
        cyclescope_line_number(&s_reply, "batches", cyclescope_batches_of(bench));
        params_of(bench);
        cyclescope_line_text(&s_reply, "about", bench->about ? bench->about : "");
        cyclescope_line_text(&s_reply, "at", place_of(bench));
        cyclescope_reply(&s_reply);
    }
    cyclescope_line_begin(&s_reply, "ok list");
    cyclescope_line_number(&s_reply, "count", count);
    cyclescope_reply(&s_reply);
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
        cyclescope_line_begin(&s_reply, "ok stop");
        cyclescope_reply(&s_reply);
    } else {
        cyclescope_reply_error("unknown command (hello, list, run, stop):", word);
    }
}
