#include "request.h"

#include <stddef.h>

#include "commands.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"

bool cyclescope_request_wants(const cyclescope_request *asked, const cyclescope_bench *bench)
{
    if (!cyclescope_in_suite(bench, asked->suite)) return false;
    return !asked->op || cyclescope_text_equal(bench->op, asked->op);
}

uint32_t cyclescope_request_count(const cyclescope_request *asked)
{
    uint32_t count = 0;
    for (const cyclescope_bench *bench = cyclescope_registry_begin();
         bench < cyclescope_registry_end(); ++bench) {
        if (cyclescope_request_wants(asked, bench)) ++count;
    }
    return count;
}

static const cyclescope_param *find_param(const cyclescope_bench *bench, const char *name)
{
    for (uint32_t i = 0; i < bench->param_count; ++i) {
        if (cyclescope_text_equal(bench->params[i].name, name)) return &bench->params[i];
    }
    return NULL;
}

/** Checks that every setting is a parameter of a requested benchmark and within its range. */
static bool settings_fit(const cyclescope_request *asked)
{
    for (uint32_t i = 0; i < asked->settings; ++i) {
        bool known = false;
        for (const cyclescope_bench *bench = cyclescope_registry_begin();
             bench < cyclescope_registry_end(); ++bench) {
            const cyclescope_param *param = cyclescope_request_wants(asked, bench)
                                                ? find_param(bench, asked->setting[i].name)
                                                : NULL;
            if (!param) continue;
            known = true;
            if (asked->setting[i].value < param->min || asked->setting[i].value > param->max) {
                cyclescope_reply_error("value out of range for", asked->setting[i].name);
                return false;
            }
        }
        if (!known) {
            cyclescope_reply_error("unknown parameter", asked->setting[i].name);
            return false;
        }
    }
    return true;
}

/** Reports an option that was given twice; returns false so that the caller can return it. */
static bool reject_repetition(const char *name)
{
    cyclescope_reply_error("given twice:", name);
    return false;
}

/** Stores a benchmark parameter; a later check finds out whether the benchmark has it. */
static bool take_setting(cyclescope_request *asked, const char *name, uint32_t value)
{
    for (uint32_t i = 0; i < asked->settings; ++i) {
        if (cyclescope_text_equal(name, asked->setting[i].name)) return reject_repetition(name);
    }
    if (asked->settings == CYCLESCOPE_MAX_PARAMS) {
        cyclescope_reply_error("too many parameters", NULL);
        return false;
    }
    asked->setting[asked->settings].name = name;
    asked->setting[asked->settings++].value = value;
    return true;
}

/** Parses one `name=value`; returns false if it was answered with an error. */
static bool take_option(cyclescope_request *asked, const char *name, const char *text)
{
    if (cyclescope_text_equal(name, "op")) {
        if (asked->op) return reject_repetition(name);
        asked->op = text;
        return true;
    }
    uint32_t value = 0;
    if (!cyclescope_text_number(text, &value)) {
        cyclescope_reply_error("not a number below 2^32:", name);
        return false;
    }
    static const struct {
        const char *name;
        uint32_t most;
    } options[CYCLESCOPE_OPTIONS] = {[CYCLESCOPE_OPTION_ITERATIONS] = {"n", UINT32_MAX},
                                     [CYCLESCOPE_OPTION_WARMUP] = {"warmup", UINT32_MAX},
                                     [CYCLESCOPE_OPTION_TRACED] = {"trace", 1u},
                                     [CYCLESCOPE_OPTION_MAY_WAIT] = {"wait", 1u},
                                     [CYCLESCOPE_OPTION_BATCHES] = {"batches", UINT32_MAX}};
    for (uint32_t i = 0; i < CYCLESCOPE_OPTIONS; ++i) {
        if (!cyclescope_text_equal(name, options[i].name)) continue;
        if (value > options[i].most) {
            cyclescope_reply_error("only 0 or 1 for", name);
            return false;
        }
        if (asked->given & (1u << i)) return reject_repetition(name);
        asked->given |= 1u << i;
        asked->option[i] = value;
        return true;
    }
    return take_setting(asked, name, value);
}

bool cyclescope_request_parse(cyclescope_request *asked, char *rest)
{
    char *value = NULL;
    bool broken = false;
    *asked = (cyclescope_request){.option[CYCLESCOPE_OPTION_MAY_WAIT] = 1};
    asked->suite = cyclescope_text_word(&rest, &value, &broken);
    if (!asked->suite || value) {
        cyclescope_reply_error("run needs the name of a suite", NULL);
        return false;
    }
    for (const char *word; (word = cyclescope_text_word(&rest, &value, &broken)) != NULL;) {
        if (!value) {
            cyclescope_reply_error("expected name=value, not", word);
            return false;
        }
        if (!take_option(asked, word, value)) return false;
    }
    if (broken) cyclescope_reply_error("a quote is not closed", NULL);
    return !broken;
}

/** Returns whether everything that a run sends without waiting fits into an empty ring. */
static bool ring_fits(void)
{
    return cyclescope_stream_size() >= (cyclescope_stream_has_hooks()
                                            ? CYCLESCOPE_SMALLEST_RING
                                            : CYCLESCOPE_SMALLEST_QUIET_RING);
}

bool cyclescope_request_check(const cyclescope_request *asked)
{
    const char *clock = cyclescope_clock_check();
    if (!cyclescope_request_count(asked)) {
        cyclescope_reply_error("no such benchmark:", asked->op ? asked->op : asked->suite);
    } else if (cyclescope_request_gives(asked, CYCLESCOPE_OPTION_ITERATIONS) &&
               !asked->option[CYCLESCOPE_OPTION_ITERATIONS]) {
        cyclescope_reply_error("n must be at least 1", NULL);
    } else if (asked->option[CYCLESCOPE_OPTION_TRACED] && !cyclescope_stream_has_hooks()) {
        cyclescope_reply_error("this image has no kernel hooks, so there is nothing to trace",
                               NULL);
    } else if (asked->option[CYCLESCOPE_OPTION_MAY_WAIT] && !ring_fits()) {
        cyclescope_reply_error("the ring needs 1024 bytes, with hooks 2048; wait=0 runs without",
                               NULL);
    } else if (cyclescope_port_worst_case()) {
        cyclescope_reply_error("no worst-case timing:", cyclescope_port_worst_case());
    } else if (clock) {
        cyclescope_reply_error("the clock is wrong:", clock);
    } else {
        return settings_fit(asked);
    }
    return false;
}
