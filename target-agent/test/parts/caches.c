#include "caches.h"

#include "check.h"
#include "cyclescope/port.h"
#include "cyclescope/worst_case.h"

/* Addresses of the registers, in words. */
enum {
    CCR = 0xD14 / 4,
    CLIDR = 0xD78 / 4,
    CCSIDR = 0xD80 / 4,
    CSSELR = 0xD84 / 4,
    ICIALLU = 0xF50 / 4,
    DCCISW = 0xF74 / 4
};

#define DATA (1u << 16)
#define INSTRUCTION (1u << 17)
/*
 * The cache of a Cortex-M7 with 16 KiB: 128 sets of 4 lines of 32 bytes; bits 28 to 30 are its
 * features.
 */
#define SETS 128u
#define WAYS 4u
#define DATA_16_KIB (0x7u << 28 | (SETS - 1u) << 13 | (WAYS - 1u) << 3 | 1u)
#define NOTHING 0xFFFFFFFFu

static struct {
    uint32_t registers[0x400];
    uint32_t barriers;
    uint32_t masked;             /* 1: interrupts are masked */
    uint32_t passes[SETS][WAYS]; /* cleanings of each line */
    uint32_t cleaned_on;         /* lines cleaned with the cache on, and off */
    uint32_t cleaned_off;
    bool unprotected; /* a step ran with interrupts enabled */
    bool accelerators_stay;
    uint32_t accelerators;
} s_core;

/** Records a write to a register that only triggers an operation. */
static void take_note(void)
{
    const uint32_t line = s_core.registers[DCCISW];
    if (line == NOTHING) return;
    s_core.registers[DCCISW] = NOTHING;
    CHECK_EQUAL(s_core.registers[CSSELR], 0);
    CHECK_EQUAL(line & 0x3FFFF01Fu, 0);
    s_core.passes[line >> 5 & (SETS - 1u)][line >> 30] += 1u;
    const bool is_on = s_core.registers[CCR] & DATA;
    *(is_on ? &s_core.cleaned_on : &s_core.cleaned_off) += 1u;
    s_core.unprotected = s_core.unprotected || !s_core.masked;
}

uintptr_t fake_system_control(void)
{
    take_note();
    return (uintptr_t)s_core.registers;
}

void fake_barrier(void)
{
    take_note();
    s_core.barriers += 1u;
}

uint32_t fake_interrupts(uint32_t mask)
{
    const uint32_t before = s_core.masked;
    take_note();
    s_core.masked = mask;
    return before;
}

bool cyclescope_board_accelerators_off(void)
{
    s_core.accelerators += 1u;
    return !s_core.accelerators_stay;
}

/** A Cortex-M7 with both caches on. */
static void reset(void)
{
    memset(&s_core, 0, sizeof s_core);
    s_core.registers[CCR] = DATA | INSTRUCTION | 0x200u;
    s_core.registers[CLIDR] = 0x09000003u;
    s_core.registers[CCSIDR] = DATA_16_KIB;
    s_core.registers[CSSELR] = 1;
    s_core.registers[DCCISW] = NOTHING;
    s_core.registers[ICIALLU] = NOTHING;
}

TEST(caches_are_reported)
{
    reset();
    CHECK_TEXT(cyclescope_caches(), "instruction and data");
    s_core.registers[CCR] = DATA;
    CHECK_TEXT(cyclescope_caches(), "data");
    s_core.registers[CCR] = INSTRUCTION;
    CHECK_TEXT(cyclescope_caches(), "instruction");
    s_core.registers[CCR] = 0x200;
    CHECK_TEXT(cyclescope_caches(), "off");
    s_core.registers[CLIDR] = 0;
    CHECK_TEXT(cyclescope_caches(), "none");
}

TEST(caches_are_cleaned_before_and_after_they_are_turned_off)
{
    reset();
    cyclescope_worst_case_start();
    CHECK_EQUAL(s_core.registers[CCR], 0x200);
    CHECK_EQUAL(s_core.registers[ICIALLU], 0);
    CHECK_EQUAL(s_core.cleaned_on, SETS * WAYS);
    CHECK_EQUAL(s_core.cleaned_off, SETS * WAYS);
    for (uint32_t set = 0; set < SETS; ++set) {
        for (uint32_t way = 0; way < WAYS; ++way) CHECK_EQUAL(s_core.passes[set][way], 2);
    }
    /* Selected, cleaned, off, cleaned; then before and after the instructions' own. */
    CHECK_EQUAL(s_core.barriers, 6);
    CHECK(!s_core.unprotected);
    CHECK_EQUAL(s_core.masked, 0);
    CHECK_EQUAL(s_core.accelerators, 1);
    CHECK_TEXT(cyclescope_caches(), "off");
    CHECK(!cyclescope_port_worst_case());
}

TEST(masked_interrupts_stay_masked)
{
    reset();
    s_core.masked = 1;
    cyclescope_caches_off();
    CHECK_EQUAL(s_core.masked, 1);
}

TEST(a_core_without_caches_is_left_alone)
{
    reset();
    s_core.registers[CCR] = 0x200;
    s_core.registers[CLIDR] = 0;
    s_core.registers[CCSIDR] = 0;
    cyclescope_worst_case_start();
    CHECK_EQUAL(s_core.cleaned_on + s_core.cleaned_off + s_core.barriers, 0);
    CHECK_EQUAL(s_core.registers[CSSELR], 1);
    CHECK_EQUAL(s_core.registers[ICIALLU], NOTHING);
    CHECK(!cyclescope_port_worst_case());
}

TEST(a_cache_that_is_turned_on_again_is_detected)
{
    static const uint32_t caches[] = {DATA, INSTRUCTION};
    for (uint32_t i = 0; i < 2; ++i) {
        reset();
        cyclescope_worst_case_start();
        s_core.registers[CCR] |= caches[i];
        CHECK_TEXT(cyclescope_port_worst_case(),
                   "a cache came on again: the application must leave the caches off for "
                   "worst-case timing");
    }
}

TEST(accelerators_of_the_board_are_checked_each_time)
{
    reset();
    cyclescope_worst_case_start();
    CHECK_TEXT(cyclescope_accelerators(), "off");
    s_core.accelerators_stay = true;
    CHECK_TEXT(cyclescope_accelerators(), "on");
    CHECK_TEXT(cyclescope_port_worst_case(),
               "cyclescope_board_accelerators_off() could not switch the board's accelerators off");
}
