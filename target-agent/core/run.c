/** The `run` command: its request, events and answer. */
#include <stddef.h>

#include "commands.h"
#include "counting.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "events.h"
#include "measuring.h"
#include "request.h"

static const char *const status_names[] = {"ok", "stopped", "failed", "refused"};
static uint32_t s_run;

void cyclescope_fact_event(const char *key, const char *value)
{
    cyclescope_line_begin(&cyclescope_output, "");
    cyclescope_line_text(&cyclescope_output, key, value);
    cyclescope_event_begin();
    /* Without the leading space that separates it from the previous word. */
    cyclescope_event_span(&cyclescope_output.text[1], cyclescope_output.length - 1u);
    cyclescope_event_send(CYCLESCOPE_EVENT_FACT);
}

CYCLESCOPE_APART static void record_facts(void) { cyclescope_all_facts(cyclescope_fact_event); }

static void run_begin(const cyclescope_request *asked)
{
    const cyclescope_clock_info *clock = cyclescope_clock_info_get();
    cyclescope_event_begin();
    cyclescope_event_u32(1);
    cyclescope_event_u32(s_run);
    cyclescope_event_u32((cyclescope_stream_has_hooks() ? 1u : 0u) |
                         (asked->option[CYCLESCOPE_OPTION_TRACED] ? 2u : 0u));
    cyclescope_event_u32(clock->hz);
    cyclescope_event_u32(clock->ratio_num);
    cyclescope_event_u32(clock->ratio_den);
    cyclescope_event_u64(cyclescope_clock_extended());
    cyclescope_event_u32(cyclescope_stream_now());
    cyclescope_event_text(clock->unit);
    cyclescope_event_text(clock->name);
    cyclescope_event_text(asked->suite);
    cyclescope_event_send(CYCLESCOPE_EVENT_RUN_BEGIN);
    record_facts();
}

static cyclescope_plan make_plan(const cyclescope_bench *bench, const cyclescope_request *asked,
                                 uint32_t op)
{
    cyclescope_plan plan = {.bench = bench,
                            .op = op,
                            .traced = asked->option[CYCLESCOPE_OPTION_TRACED] != 0,
                            .may_wait = asked->option[CYCLESCOPE_OPTION_MAY_WAIT] != 0,
                            .stop_requested = cyclescope_is_stop_pending};
    plan.iterations = cyclescope_request_gives(asked, CYCLESCOPE_OPTION_ITERATIONS)
                          ? asked->option[CYCLESCOPE_OPTION_ITERATIONS]
                          : cyclescope_get_iterations(bench);
    const uint32_t warmup = cyclescope_request_gives(asked, CYCLESCOPE_OPTION_WARMUP)
                                ? asked->option[CYCLESCOPE_OPTION_WARMUP]
                                : bench->warmup;
    plan.warmup = cyclescope_choose_warmup(bench, warmup);
    if (!plan.traced) {
        const uint32_t batches = asked->option[CYCLESCOPE_OPTION_BATCHES];
        plan.batch_size = cyclescope_choose_batch_size(bench, plan.iterations);
        plan.batches = cyclescope_get_batches(bench);
        if (plan.batches && batches) plan.batches = batches;
    }
    for (uint32_t i = 0; i < bench->param_count && i < CYCLESCOPE_MAX_PARAMS; ++i) {
        plan.params[i] = bench->params[i].initial;
        for (uint32_t k = 0; k < asked->settings; ++k) {
            if (cyclescope_text_equal(asked->setting[k].name, bench->params[i].name)) {
                plan.params[i] = asked->setting[k].value;
            }
        }
    }
    return plan;
}

static const char *op_name(const cyclescope_bench *bench)
{
    const cyclescope_span suite = cyclescope_find_suite(bench);
    cyclescope_line_begin(&cyclescope_value, "");
    cyclescope_line_span(&cyclescope_value, suite.text, suite.length);
    cyclescope_line_raw(&cyclescope_value, "/");
    cyclescope_line_raw(&cyclescope_value, bench->op);
    return cyclescope_line_peek(&cyclescope_value);
}

static void op_begin(const cyclescope_plan *plan)
{
    const cyclescope_bench *bench = plan->bench;
    cyclescope_event_begin();
    cyclescope_event_u32(plan->op);
    cyclescope_event_u32(plan->iterations);
    cyclescope_event_u32(plan->warmup);
    cyclescope_event_u32(plan->batch_size);
    cyclescope_event_u32(plan->batches);
    cyclescope_event_text(op_name(bench));
    cyclescope_line_begin(&cyclescope_value, bench->file);
    cyclescope_line_raw(&cyclescope_value, ":");
    cyclescope_line_decimal(&cyclescope_value, bench->line);
    cyclescope_event_text(cyclescope_line_peek(&cyclescope_value));
    cyclescope_line_begin(&cyclescope_value, "");
    for (uint32_t i = 0; i < bench->param_count && i < CYCLESCOPE_MAX_PARAMS; ++i) {
        if (i) cyclescope_line_raw(&cyclescope_value, " ");
        cyclescope_line_raw(&cyclescope_value, bench->params[i].name);
        cyclescope_line_raw(&cyclescope_value, "=");
        cyclescope_line_decimal(&cyclescope_value, plan->params[i]);
    }
    cyclescope_event_text(cyclescope_line_peek(&cyclescope_value));
    cyclescope_event_send(CYCLESCOPE_EVENT_OP_BEGIN);
}

static void op_end(const cyclescope_plan *plan, const cyclescope_outcome *outcome)
{
    cyclescope_event_begin();
    cyclescope_event_u32(plan->op);
    cyclescope_event_u32(outcome->status);
    cyclescope_event_u32(outcome->attempted);
    cyclescope_event_u32(outcome->stored);
    cyclescope_event_text(outcome->reason);
    cyclescope_event_send(CYCLESCOPE_EVENT_OP_END);
    cyclescope_line_begin(&cyclescope_output, "op");
    cyclescope_line_text(&cyclescope_output, "name", op_name(plan->bench));
    cyclescope_line_text(&cyclescope_output, "status", status_names[outcome->status]);
    cyclescope_line_number(&cyclescope_output, "attempted", outcome->attempted);
    cyclescope_line_number(&cyclescope_output, "stored", outcome->stored);
    if (*outcome->reason) cyclescope_line_text(&cyclescope_output, "reason", outcome->reason);
    cyclescope_reply();
}

static void run_end(const cyclescope_outcome *total)
{
    cyclescope_event_begin();
    cyclescope_event_u32(total->status);
    cyclescope_event_u32(total->attempted);
    cyclescope_event_u32(total->stored);
    cyclescope_event_u64(cyclescope_clock_extended());
    cyclescope_event_text(total->reason);
    cyclescope_event_send(CYCLESCOPE_EVENT_RUN_END);
    cyclescope_stream_stop();
    cyclescope_stream_drain();
}

/** Measures an operation and reports how often the system took the processor meanwhile. */
static cyclescope_outcome measure_one(const cyclescope_plan *plan)
{
    const uint32_t before = cyclescope_preemptions();
    const cyclescope_outcome outcome = cyclescope_measure_operation(plan);
    const uint32_t preemptions = cyclescope_preemptions() - before;
    if (preemptions) cyclescope_fact_number(cyclescope_fact_event, "preemptions", preemptions);
    return outcome;
}

static cyclescope_outcome measure_all(const cyclescope_request *asked)
{
    cyclescope_outcome total = {.status = CYCLESCOPE_OK, .reason = ""};
    uint32_t op = 0;
    for (const cyclescope_bench *bench = cyclescope_registry_begin();
         bench < cyclescope_registry_end() && total.status != CYCLESCOPE_STOPPED; ++bench) {
        if (!cyclescope_request_wants(asked, bench)) continue;
        const cyclescope_plan plan = make_plan(bench, asked, op++);
        op_begin(&plan);
        const cyclescope_outcome outcome = measure_one(&plan);
        op_end(&plan, &outcome);
        total.attempted += outcome.attempted;
        total.stored += outcome.stored;
        /* An operation that this system refuses does not fail the run. */
        if (outcome.status == CYCLESCOPE_OK || outcome.status == CYCLESCOPE_REFUSED) continue;
        total.status = outcome.status;
        total.reason = outcome.reason;
    }
    return total;
}

/**
 * Records the stream while it measures. The sync is written only into an empty ring, where it fits:
 * a run that was not fetched leaves the ring full. If it is still not fetched and the host asks for
 * a stop, no recording begins; the next run tries again.
 */
static cyclescope_outcome record_all(const cyclescope_request *asked)
{
    cyclescope_outcome total = {.status = CYCLESCOPE_STOPPED, .reason = ""};
    cyclescope_events_restart();
    if (!cyclescope_stream_await(cyclescope_stream_size() - 1u)) return total;
    cyclescope_stream_start();
    run_begin(asked);
    total = measure_all(asked);
    run_end(&total);
    return total;
}

void cyclescope_run_command(char *rest)
{
    static cyclescope_request asked;
    if (!cyclescope_request_parse(&asked, rest) || !cyclescope_request_check(&asked)) return;
    s_run += 1;
    cyclescope_line_begin(&cyclescope_output, "begin");
    cyclescope_line_number(&cyclescope_output, "run", s_run);
    cyclescope_line_number(&cyclescope_output, "ops", cyclescope_request_count(&asked));
    cyclescope_reply();
    const cyclescope_outcome total = record_all(&asked);
    cyclescope_line_begin(&cyclescope_output, "ok run");
    cyclescope_line_number(&cyclescope_output, "run", s_run);
    cyclescope_line_text(&cyclescope_output, "status", status_names[total.status]);
    cyclescope_line_number(&cyclescope_output, "attempted", total.attempted);
    cyclescope_line_number(&cyclescope_output, "stored", total.stored);
    cyclescope_reply();
}
