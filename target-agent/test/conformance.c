/**
 * Runs the conformance test of a port on this computer: each promise is kept, or refused with a
 * reason.
 */
#include <stdio.h>

#include "check.h"
#include "registry.h"

#ifdef CONFORMANCE_ON_THE_FAKE_SYSTEM
#include "fake.h"
#else
static void fake_reset(void) {}
#endif

/**
 * The promises that the port may refuse here, separated by spaces; "all" for a port that refuses
 * what it can.
 */
#ifndef CONFORMANCE_MAY_REFUSE
#define CONFORMANCE_MAY_REFUSE ""
#endif
static const char s_may_refuse[] = CONFORMANCE_MAY_REFUSE;

static bool may_refuse(const char *op)
{
    if (!strcmp(s_may_refuse, "all")) return true;
    const char *at = strstr(s_may_refuse, op);
    const size_t length = strlen(op);
    return at && (at == s_may_refuse || at[-1] == ' ') && (at[length] == ' ' || !at[length]);
}

/** Returns what is wrong with an operation, or NULL. */
static const char *judge(const cyclescope_bench *bench)
{
    cyclescope_sample sample[2];
    cyclescope_run run = {.round = 1, .count = 1, .store = sample};
    fake_reset();
    const char *refused = bench->begin(&run);
    if (refused) {
        printf("  %s is refused: %s\n", bench->op, refused);
        if (strlen(refused) < 8) return "it is refused without a reason";
        return may_refuse(bench->op) ? NULL : "it is refused";
    }
    bench->sample(&run);
    return bench->end(&run);
}

TEST(every_promise_of_the_contract_is_kept_or_refused_with_a_reason)
{
    unsigned checked = 0;
    for (const cyclescope_bench *bench = cyclescope_registry_begin();
         bench < cyclescope_registry_end(); ++bench) {
        const char *wrong = judge(bench);
        CHECK_TEXT(wrong ? format_text("%s: %s", bench->op, wrong) : NULL, NULL);
        checked += 1;
    }
    CHECK(checked > 30);
}

TEST(a_promise_can_be_checked_again)
{
    for (unsigned round = 0; round < 3; ++round) {
        for (const cyclescope_bench *bench = cyclescope_registry_begin();
             bench < cyclescope_registry_end(); ++bench) {
            CHECK_TEXT(judge(bench), NULL);
        }
    }
}
