#include <stddef.h>

#include "../moves.h"
#include "cyclescope/clock.h"
#include "cyclescope_clock.h"

#ifndef CYCLESCOPE_ICOUNT_SHIFT
#define CYCLESCOPE_ICOUNT_SHIFT 7u
#endif

/* 40 ns a tick, 2^S ns an instruction; the ratio 40 / 2^S in lowest terms for S >= 3. */
#define RATIO_NUM 5u
#define RATIO_DEN (1u << (CYCLESCOPE_ICOUNT_SHIFT - 3u))

#define TIMER(offset) (*(volatile uint32_t *)(CYCLESCOPE_TIMER_BASE + (offset)))
#define LOOP_ROUNDS 1000u
#define LOOP_INSTRUCTIONS 2000u
/* Allowance for reading the clock and entering the loop. */
#define LOOP_SLACK 8u

static const cyclescope_clock_info s_info = {
    .name = "cmsdk-timer",
    .hz = 25000000u,
    .unit = "instructions",
    .ratio_num = RATIO_NUM,
    .ratio_den = RATIO_DEN,
    .asleep =
        "an idle core executes no instructions while this clock "
        "goes on: measure it on a board, or on local-linux"};

const cyclescope_clock_info *cyclescope_clock_info_get(void) { return &s_info; }

void cyclescope_clock_start(void)
{
    TIMER(0) = 0;
    TIMER(8) = UINT32_MAX;
    TIMER(4) = UINT32_MAX;
    TIMER(0) = 1;
}

/** Measures a loop of known length, in instructions. */
static uint32_t loop_as_measured(void)
{
    uint32_t rounds = LOOP_ROUNDS;
    const uint32_t start = cyclescope_clock_now();
    __asm volatile(
        "1: subs %0, #1\n"
        "   bne 1b"
        : "+r"(rounds)
        :
        : "cc");
    const uint32_t ticks = cyclescope_clock_now() - start;
    return (ticks * RATIO_NUM + RATIO_DEN / 2u) / RATIO_DEN;
}

const char *cyclescope_clock_check(void)
{
    /* A kernel tick may fall into one of the attempts. */
    for (uint32_t tries = 0; tries < 3u; ++tries) {
        const uint32_t measured = loop_as_measured();
        if (measured >= LOOP_INSTRUCTIONS && measured <= LOOP_INSTRUCTIONS + LOOP_SLACK)
            return NULL;
    }
    return "a loop of 2000 instructions is not counted as 2000: QEMU needs -icount "
           "shift=7,sleep=off";
}

void cyclescope_clock_begin_block(void) {}

const char *cyclescope_clock_check_block(void)
{
    return cyclescope_clock_moves() ? NULL : "the clock had stopped by the end of a block";
}
